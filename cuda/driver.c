//go:build cgo && (linux || windows)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif
#include "driver_call.h"

#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#ifndef LOAD_LIBRARY_SEARCH_SYSTEM32
#define LOAD_LIBRARY_SEARCH_SYSTEM32 0x00000800
#endif
#else
#include <dlfcn.h>
#endif

#ifdef _WIN32

int driver_open(struct driver *d, const char *path, char *error, size_t size) {
	/* By bare name from System32 alone: a nvcuda.dll beside a document or in
	 * the current folder is never taken. */
	DWORD flags = strchr(path, '\\') != NULL ? LOAD_WITH_ALTERED_SEARCH_PATH
	                                         : LOAD_LIBRARY_SEARCH_SYSTEM32;
	d->library = LoadLibraryExA(path, NULL, flags);
	if (d->library == NULL) {
		snprintf(error, size, "Windows error %lu", (unsigned long)GetLastError());
		return 1;
	}
	return 0;
}

static void *find(struct driver *d, const char *name) {
	return (void *)GetProcAddress((HMODULE)d->library, name);
}

void driver_file(struct driver *d, char *file, size_t size) {
	if (GetModuleFileNameA((HMODULE)d->library, file, (DWORD)size) == 0)
		file[0] = 0;
}

void driver_close(struct driver *d) {
	if (d->library != NULL)
		FreeLibrary((HMODULE)d->library);
	d->library = NULL;
}

#else

int driver_open(struct driver *d, const char *path, char *error, size_t size) {
	d->library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
	if (d->library == NULL) {
		const char *why = dlerror();
		snprintf(error, size, "%s", why != NULL ? why : "no reason given");
		return 1;
	}
	return 0;
}

static void *find(struct driver *d, const char *name) { return dlsym(d->library, name); }

void driver_file(struct driver *d, char *file, size_t size) {
	Dl_info info;
	file[0] = 0;
	if (d->cuInit != NULL && dladdr((void *)d->cuInit, &info) != 0 && info.dli_fname != NULL)
		snprintf(file, size, "%s", info.dli_fname);
}

void driver_close(struct driver *d) {
	if (d->library != NULL)
		dlclose(d->library);
	d->library = NULL;
}

#endif

const char *driver_resolve(struct driver *d) {
	static const struct {
		int required;
		const char *name;
		size_t offset;
	} table[] = {
#define ENTRY(required, name, parameters) {required, #name, offsetof(struct driver, name)},
		DRIVER_FUNCTIONS(ENTRY)
#undef ENTRY
	};
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		void *function = find(d, table[i].name);
		if (function == NULL && table[i].required)
			return table[i].name;
		memcpy((char *)d + table[i].offset, &function, sizeof function);
	}
	return NULL;
}

const char *driver_error_name(struct driver *d, driver_result code) {
	const char *name = NULL;
	if (d->cuGetErrorName == NULL || d->cuGetErrorName(code, &name) != 0)
		return NULL;
	return name;
}

struct outcome driver_init(struct driver *d, int *version, int *devices) {
	TRY(cuInit, (0));
	TRY(cuDriverGetVersion, (version));
	TRY(cuDeviceGetCount, (devices));
	return done;
}

/* An attribute that this driver or card does not know leaves value alone. */
static void optional_attribute(struct driver *d, int attribute, driver_device device, int *value) {
	int v = 0;
	if (d->cuDeviceGetAttribute(&v, attribute, device) == 0)
		*value = v;
}

struct outcome driver_device_facts(struct driver *d, int ordinal, struct device_facts *f) {
	memset(f, 0, sizeof *f);
	f->pci_domain = f->pci_bus = f->pci_device = -1;
	TRY(cuDeviceGet, (&f->handle, ordinal));
	TRY(cuDeviceGetName, (f->name, (int)sizeof f->name - 1, f->handle));
	TRY(cuDeviceTotalMem_v2, (&f->memory, f->handle));
	TRY(cuDeviceGetAttribute, (&f->major, 75, f->handle));
	TRY(cuDeviceGetAttribute, (&f->minor, 76, f->handle));
	TRY(cuDeviceGetAttribute, (&f->sms, 16, f->handle));
	/* The numbers are those of CUdevice_attribute, which never change. */
	optional_attribute(d, 9, f->handle, &f->constant);
	optional_attribute(d, 13, f->handle, &f->clock_khz);
	optional_attribute(d, 17, f->handle, &f->watchdog);
	optional_attribute(d, 33, f->handle, &f->pci_bus);
	optional_attribute(d, 34, f->handle, &f->pci_device);
	optional_attribute(d, 38, f->handle, &f->l2);
	optional_attribute(d, 50, f->handle, &f->pci_domain);
	optional_attribute(d, 108, f->handle, &f->persisting_l2);
	optional_attribute(d, 109, f->handle, &f->policy_window);
	/* The second version names a MIG slice by its own identifier. */
	if (d->cuDeviceGetUuid_v2 != NULL)
		f->has_uuid = d->cuDeviceGetUuid_v2(f->uuid, f->handle) == 0;
	if (!f->has_uuid && d->cuDeviceGetUuid != NULL)
		f->has_uuid = d->cuDeviceGetUuid(f->uuid, f->handle) == 0;
	return done;
}

struct outcome driver_retain(struct driver *d, driver_device device) {
	driver_handle context = NULL;
	TRY(cuDevicePrimaryCtxRetain, (&context, device));
	struct outcome o = {d->cuCtxSetCurrent(context), "cuCtxSetCurrent"};
	if (o.code != 0)
		driver_release(d, device);
	return o;
}

struct outcome driver_release(struct driver *d, driver_device device) {
	if (d->cuDevicePrimaryCtxRelease_v2 != NULL)
		TRY(cuDevicePrimaryCtxRelease_v2, (device));
	else
		TRY(cuDevicePrimaryCtxRelease, (device));
	return done;
}

struct outcome driver_free_memory(struct driver *d, size_t *free_bytes) {
	size_t total = 0;
	TRY(cuMemGetInfo_v2, (free_bytes, &total));
	return done;
}

struct outcome driver_load(struct driver *d, const char *ptx, const char *name, struct kernel *k,
	char *log, size_t size) {
	/* CUjit_option: 5 is the error log's buffer, 6 its size, passed by value. */
	int option[] = {5, 6};
	void *value[] = {log, (void *)(uintptr_t)size};
	log[0] = 0;
	TRY(cuModuleLoadDataEx, (&k->module, ptx, 2, option, value));
	TRY(cuModuleGetFunction, (&k->function, k->module, name));
	return done;
}

struct outcome driver_unload(struct driver *d, struct kernel *k) {
	if (k->module == NULL)
		return done;
	driver_handle module = k->module;
	k->module = k->function = NULL;
	TRY(cuModuleUnload, (module));
	return done;
}

struct outcome driver_symbol(struct driver *d, struct kernel *k, const char *name,
	driver_address *address, size_t *bytes) {
	TRY(cuModuleGetGlobal_v2, (address, bytes, k->module, name));
	return done;
}

struct outcome driver_alloc(struct driver *d, size_t bytes, driver_address *address) {
	TRY(cuMemAlloc_v2, (address, bytes));
	return done;
}

struct outcome driver_free(struct driver *d, driver_address address) {
	TRY(cuMemFree_v2, (address));
	return done;
}

struct outcome driver_to_device(struct driver *d, driver_address to, const void *from, size_t bytes) {
	TRY(cuMemcpyHtoD_v2, (to, from, bytes));
	return done;
}

struct outcome driver_to_host(struct driver *d, void *to, driver_address from, size_t bytes) {
	TRY(cuMemcpyDtoH_v2, (to, from, bytes));
	return done;
}

struct outcome driver_poison(struct driver *d, driver_address to, size_t words) {
	TRY(cuMemsetD32_v2, (to, 0xffffffffu, words));
	return done;
}

struct outcome driver_create_events(struct driver *d, struct events *e) {
	TRY(cuEventCreate, (&e->start, 0));
	TRY(cuEventCreate, (&e->stop, 0));
	return done;
}

struct outcome driver_destroy_events(struct driver *d, struct events *e) {
	struct events gone = *e;
	struct outcome first = done;
	e->start = e->stop = NULL;
	if (gone.start != NULL)
		first = (struct outcome){d->cuEventDestroy_v2(gone.start), "cuEventDestroy_v2"};
	if (gone.stop != NULL) {
		driver_result code = d->cuEventDestroy_v2(gone.stop);
		if (first.code == 0)
			first = (struct outcome){code, "cuEventDestroy_v2"};
	}
	return first;
}

struct outcome driver_launch(struct driver *d, const struct launch *l) {
	struct launch copy = *l;
	void *arguments[MAX_ARGUMENTS];
	for (int i = 0; i < MAX_ARGUMENTS; i++)
		arguments[i] = &copy.argument[i];
	TRY(cuLaunchKernel, (copy.function, copy.grid, 1, 1, copy.block, 1, 1, copy.shared, copy.stream,
		arguments, NULL));
	return done;
}

struct outcome driver_time(struct driver *d, const struct launch *l, unsigned count,
	const struct events *e, float *milliseconds) {
	TRY(cuEventRecord, (e->start, l->stream));
	for (unsigned i = 0; i < count; i++) {
		struct outcome o = driver_launch(d, l);
		if (o.code != 0)
			return o;
	}
	TRY(cuEventRecord, (e->stop, l->stream));
	TRY(cuEventSynchronize, (e->stop));
	TRY(cuEventElapsedTime, (milliseconds, e->start, e->stop));
	return done;
}
