#pragma once
#include <stdio.h>
#include <setjmp.h>
#include <sys/resource.h>
#include <jpeglib.h>
#include <gd.h>

/* How large a JPEG is, as its decoder reads it and before it allocates anything: libgd tells only afterwards. */
struct homeroom_jpeg_errors {
  struct jpeg_error_mgr base;
  jmp_buf back;
};
static void homeroom_jpeg_leave(j_common_ptr info) { longjmp(((struct homeroom_jpeg_errors *)info->err)->back, 1); }
static void homeroom_jpeg_quiet(j_common_ptr info) { (void)info; }

static inline int homeroom_jpeg_size(const unsigned char *bytes, unsigned long count, unsigned *width, unsigned *height) {
  struct jpeg_decompress_struct picture;
  struct homeroom_jpeg_errors errors;
  picture.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = homeroom_jpeg_leave;
  errors.base.output_message = homeroom_jpeg_quiet;
  if (setjmp(errors.back)) {
    jpeg_destroy_decompress(&picture);
    return 0;
  }
  jpeg_create_decompress(&picture);
  jpeg_mem_src(&picture, bytes, count);
  int isRead = jpeg_read_header(&picture, TRUE) == JPEG_HEADER_OK;
  *width = picture.image_width;
  *height = picture.image_height;
  jpeg_destroy_decompress(&picture);
  return isRead;
}

/* What this process may take from now on: memory in bytes, seconds of a processor; no files, no core. */
static inline int homeroom_limit(unsigned long memory, unsigned long seconds) {
  struct rlimit most = {memory, memory}, time = {seconds, seconds}, none = {0, 0};
  return setrlimit(RLIMIT_AS, &most) == 0 && setrlimit(RLIMIT_CPU, &time) == 0 && setrlimit(RLIMIT_CORE, &none) == 0 &&
         setrlimit(RLIMIT_FSIZE, &none) == 0;
}
