/* How the files of the driver's functions call it. */
#ifndef WARPBILL_DRIVER_CALL_H
#define WARPBILL_DRIVER_CALL_H

#include "driver.h"

/* Runs one call of the driver and leaves the function when it fails. */
#define TRY(name, arguments) \
	do { \
		driver_result code_ = d->name arguments; \
		if (code_ != 0) \
			return (struct outcome){code_, #name}; \
	} while (0)

static const struct outcome done = {0, NULL};

#endif
