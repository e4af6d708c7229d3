/* The part of the CUDA Driver API that the sweep uses, declared by hand with
 * the names that the library exports. No header of a CUDA toolkit is needed
 * to build, and no library to link or to start. */
#ifndef WARPBILL_DRIVER_H
#define WARPBILL_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define DRIVER_CALL __stdcall
#else
#define DRIVER_CALL
#endif

typedef int driver_result;
typedef int driver_device;
typedef void *driver_handle;     /* context, module, function, stream, event */
typedef uint64_t driver_address; /* in the GPU's memory */

/* X(required, exported name, parameters). Unsuffixed cuMemAlloc, cuMemcpyHtoD
 * and their like exist too, with the 32-bit sizes of CUDA 2: never take those.
 * Nothing newer than CUDA 7.0 is required. */
#define DRIVER_FUNCTIONS(X) \
	X(1, cuInit, (unsigned flags)) \
	X(1, cuDriverGetVersion, (int *version)) \
	X(0, cuGetErrorName, (driver_result code, const char **name)) \
	X(1, cuDeviceGetCount, (int *count)) \
	X(1, cuDeviceGet, (driver_device *device, int ordinal)) \
	X(1, cuDeviceGetName, (char *name, int size, driver_device device)) \
	X(1, cuDeviceGetAttribute, (int *value, int attribute, driver_device device)) \
	X(1, cuDeviceTotalMem_v2, (size_t *bytes, driver_device device)) \
	X(0, cuDeviceGetUuid, (void *uuid, driver_device device)) \
	X(0, cuDeviceGetUuid_v2, (void *uuid, driver_device device)) \
	X(1, cuDevicePrimaryCtxRetain, (driver_handle *context, driver_device device)) \
	X(1, cuDevicePrimaryCtxRelease, (driver_device device)) \
	X(0, cuDevicePrimaryCtxRelease_v2, (driver_device device)) \
	X(1, cuCtxSetCurrent, (driver_handle context)) \
	X(1, cuModuleLoadDataEx, (driver_handle *module, const void *image, unsigned options, \
		int *option, void **value)) \
	X(1, cuModuleUnload, (driver_handle module)) \
	X(1, cuModuleGetFunction, (driver_handle *function, driver_handle module, const char *name)) \
	X(1, cuModuleGetGlobal_v2, (driver_address *address, size_t *bytes, driver_handle module, \
		const char *name)) \
	X(1, cuMemGetInfo_v2, (size_t *free, size_t *total)) \
	X(1, cuMemAlloc_v2, (driver_address *address, size_t bytes)) \
	X(1, cuMemFree_v2, (driver_address address)) \
	X(1, cuMemcpyHtoD_v2, (driver_address to, const void *from, size_t bytes)) \
	X(1, cuMemcpyDtoH_v2, (void *to, driver_address from, size_t bytes)) \
	X(1, cuMemsetD32_v2, (driver_address to, unsigned value, size_t words)) \
	X(1, cuEventCreate, (driver_handle *event, unsigned flags)) \
	X(1, cuEventDestroy_v2, (driver_handle event)) \
	X(1, cuEventRecord, (driver_handle event, driver_handle stream)) \
	X(1, cuEventSynchronize, (driver_handle event)) \
	X(1, cuEventElapsedTime, (float *milliseconds, driver_handle start, driver_handle stop)) \
	X(1, cuLaunchKernel, (driver_handle function, unsigned grid_x, unsigned grid_y, \
		unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, \
		unsigned shared_bytes, driver_handle stream, void **arguments, void **extra)) \
	X(0, cuFuncGetAttribute, (int *value, int attribute, driver_handle function)) \
	X(0, cuTexObjectCreate, (uint64_t *texture, const void *memory, const void *reading, \
		const void *view)) \
	X(0, cuTexObjectDestroy, (uint64_t texture)) \
	X(0, cuStreamCreate, (driver_handle *stream, unsigned flags)) \
	X(0, cuStreamDestroy_v2, (driver_handle stream)) \
	X(0, cuStreamSetAttribute, (driver_handle stream, int attribute, const void *value)) \
	X(0, cuCtxGetLimit, (size_t *value, int limit)) \
	X(0, cuCtxSetLimit, (int limit, size_t value)) \
	X(0, cuCtxResetPersistingL2Cache, (void))

struct driver {
	void *library;
#define MEMBER(required, name, parameters) driver_result(DRIVER_CALL *name) parameters;
	DRIVER_FUNCTIONS(MEMBER)
#undef MEMBER
};

/* What a sequence of calls came to: the code of the first call that failed
 * and its name, or 0. */
struct outcome {
	driver_result code;
	const char *call;
};

/* Opens the library at path and says in error, of size bytes, why it could
 * not. Returns 0 when the library is open. */
int driver_open(struct driver *d, const char *path, char *error, size_t size);
/* Resolves every name; returns the first required one that is missing. */
const char *driver_resolve(struct driver *d);
/* The file that the library was loaded from, "" when unknown. */
void driver_file(struct driver *d, char *file, size_t size);
void driver_close(struct driver *d);
/* The driver's own name for a code, NULL when it knows none. */
const char *driver_error_name(struct driver *d, driver_result code);

struct outcome driver_init(struct driver *d, int *version, int *devices);

struct device_facts {
	driver_device handle;
	char name[256];
	unsigned char uuid[16];
	int has_uuid;
	size_t memory;
	int major, minor, sms, clock_khz, l2, persisting_l2, policy_window, constant, watchdog;
	int pci_domain, pci_bus, pci_device; /* -1 when unknown */
};

struct outcome driver_device_facts(struct driver *d, int ordinal, struct device_facts *f);

struct outcome driver_retain(struct driver *d, driver_device device);
struct outcome driver_release(struct driver *d, driver_device device);
struct outcome driver_free_memory(struct driver *d, size_t *free_bytes);

struct kernel {
	driver_handle module, function;
};

/* Compiles the PTX for the current device. log, of size bytes, receives what
 * the compiler complained about. */
struct outcome driver_load(struct driver *d, const char *ptx, const char *name, struct kernel *k,
	char *log, size_t size);
struct outcome driver_unload(struct driver *d, struct kernel *k);
struct outcome driver_symbol(struct driver *d, struct kernel *k, const char *name,
	driver_address *address, size_t *bytes);

struct outcome driver_alloc(struct driver *d, size_t bytes, driver_address *address);
struct outcome driver_free(struct driver *d, driver_address address);
struct outcome driver_to_device(struct driver *d, driver_address to, const void *from, size_t bytes);
struct outcome driver_to_host(struct driver *d, void *to, driver_address from, size_t bytes);
/* Fills memory with words that are NaN as a float: no output equals it. */
struct outcome driver_poison(struct driver *d, driver_address to, size_t words);

struct events {
	driver_handle start, stop;
};

struct outcome driver_create_events(struct driver *d, struct events *e);
struct outcome driver_destroy_events(struct driver *d, struct events *e);

/* What the compiler made of a kernel; -1 what this driver does not tell. */
struct function_facts {
	int registers, local_bytes, shared_bytes;
};

void driver_function_facts(struct driver *d, const struct kernel *k, struct function_facts *f);

/* Finds another kernel of a module. */
struct outcome driver_entry(struct driver *d, const struct kernel *module, const char *name,
	struct kernel *k);

/* Makes a texture object over linear memory, of elements of a CUarray_format. */
struct outcome driver_texture(struct driver *d, driver_address at, size_t bytes, int format,
	uint64_t *texture);
struct outcome driver_destroy_texture(struct driver *d, uint64_t texture);

/* A stream that takes turns with the default one. */
struct outcome driver_create_stream(struct driver *d, driver_handle *stream);
struct outcome driver_destroy_stream(struct driver *d, driver_handle stream);

/* The bytes of L2 that the context reserves for windows. */
struct outcome driver_reserved(struct driver *d, size_t *bytes);
struct outcome driver_reserve(struct driver *d, size_t bytes);
/* Has the stream's launches keep these bytes in the reserved part of L2. */
struct outcome driver_window(struct driver *d, driver_handle stream, driver_address at, size_t bytes,
	float share);
/* Makes lines that windows kept in L2 ordinary ones again. */
struct outcome driver_reset_window(struct driver *d);

enum { MAX_ARGUMENTS = 8 };

/* One launch in one dimension. Every argument stands in a slot of 64 bits,
 * the kernel's parameter pointing at its start: both sides are little-endian,
 * so shorter ones are found there too. stream NULL is the default one. */
struct launch {
	driver_handle function, stream;
	unsigned grid, block, shared;
	uint64_t argument[MAX_ARGUMENTS];
};

/* Launches once without waiting. */
struct outcome driver_launch(struct driver *d, const struct launch *l);
/* Launches count times between one pair of events on the launch's stream and
 * waits. */
struct outcome driver_time(struct driver *d, const struct launch *l, unsigned count,
	const struct events *e, float *milliseconds);

#endif
