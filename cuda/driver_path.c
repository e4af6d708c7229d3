//go:build cgo && (linux || windows)

#include "driver_call.h"

/* Calls of the driver that further paths to the filter need. All are optional:
 * the caller looks first whether the driver has them. */

/* CUfunction_attribute. */
enum { SHARED_SIZE_BYTES = 1, LOCAL_SIZE_BYTES = 3, NUM_REGS = 4 };

void driver_function_facts(struct driver *d, const struct kernel *k, struct function_facts *f) {
	f->registers = f->local_bytes = f->shared_bytes = -1;
	if (d->cuFuncGetAttribute == NULL)
		return;
	int value;
	if (d->cuFuncGetAttribute(&value, NUM_REGS, k->function) == 0)
		f->registers = value;
	if (d->cuFuncGetAttribute(&value, LOCAL_SIZE_BYTES, k->function) == 0)
		f->local_bytes = value;
	if (d->cuFuncGetAttribute(&value, SHARED_SIZE_BYTES, k->function) == 0)
		f->shared_bytes = value;
}

/* CUDA_RESOURCE_DESC for linear memory. */
struct linear_memory {
	int type; /* 2: linear */
	union {
		struct {
			driver_address at;
			int format; /* CUarray_format */
			unsigned channels;
			size_t bytes;
		} linear;
		int reserved[32];
	} memory;
	unsigned flags;
};

/* CUDA_TEXTURE_DESC. */
struct texture_reading {
	int address_mode[3]; /* 1: clamp */
	int filter_mode;     /* 0: the nearest point */
	unsigned flags, max_anisotropy;
	int mipmap_filter_mode;
	float mipmap_bias, mipmap_min, mipmap_max, border[4];
	int reserved[12];
};

struct outcome driver_entry(struct driver *d, const struct kernel *module, const char *name,
	struct kernel *k) {
	k->module = module->module;
	TRY(cuModuleGetFunction, (&k->function, module->module, name));
	return done;
}

struct outcome driver_texture(struct driver *d, driver_address at, size_t bytes, int format,
	uint64_t *texture) {
	struct linear_memory memory = {.type = 2};
	memory.memory.linear.at = at;
	memory.memory.linear.format = format;
	memory.memory.linear.channels = 1;
	memory.memory.linear.bytes = bytes;
	struct texture_reading reading = {.address_mode = {1, 1, 1}};
	TRY(cuTexObjectCreate, (texture, &memory, &reading, NULL));
	return done;
}

struct outcome driver_destroy_texture(struct driver *d, uint64_t texture) {
	TRY(cuTexObjectDestroy, (texture));
	return done;
}

struct outcome driver_create_stream(struct driver *d, driver_handle *stream) {
	TRY(cuStreamCreate, (stream, 0));
	return done;
}

struct outcome driver_destroy_stream(struct driver *d, driver_handle stream) {
	TRY(cuStreamDestroy_v2, (stream));
	return done;
}

enum { PERSISTING_L2_CACHE_SIZE = 6 }; /* CUlimit */

struct outcome driver_reserved(struct driver *d, size_t *bytes) {
	TRY(cuCtxGetLimit, (bytes, PERSISTING_L2_CACHE_SIZE));
	return done;
}

struct outcome driver_reserve(struct driver *d, size_t bytes) {
	TRY(cuCtxSetLimit, (PERSISTING_L2_CACHE_SIZE, bytes));
	return done;
}

/* CUstreamAttrValue: CUaccessPolicyWindow in a union of 64 bytes. */
union stream_value {
	struct {
		void *base;
		size_t bytes;
		float share;     /* of the window's lines that are kept */
		int kept, other; /* 0: normal, 1: streaming, 2: persisting */
	} window;
	char whole[64];
};

struct outcome driver_window(struct driver *d, driver_handle stream, driver_address at, size_t bytes,
	float share) {
	union stream_value value = {.whole = {0}};
	value.window.base = (void *)(uintptr_t)at;
	value.window.bytes = bytes;
	value.window.share = share;
	value.window.kept = 2;
	TRY(cuStreamSetAttribute, (stream, 1, &value)); /* 1: the access policy window */
	return done;
}

struct outcome driver_reset_window(struct driver *d) {
	TRY(cuCtxResetPersistingL2Cache, ());
	return done;
}
