/* Preloaded, it makes the disk of a program slow: each write to a file waits for a millisecond, each sync for a tenth of a second. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static void wait_for_disk(int fd, int microseconds) {
  struct stat entry;
  if (fstat(fd, &entry) == 0 && S_ISREG(entry.st_mode)) usleep(microseconds);
}

#define SLOW(result, name, parameters, fd, arguments, microseconds) \
  result name parameters {                                          \
    static result(*original) parameters;                            \
    if (!original) original = dlsym(RTLD_NEXT, #name);              \
    wait_for_disk(fd, microseconds);                                \
    return original arguments;                                      \
  }

SLOW(ssize_t, write, (int fd, const void *from, size_t length), fd, (fd, from, length), 1000)
SLOW(ssize_t, writev, (int fd, const struct iovec *from, int count), fd, (fd, from, count), 1000)
SLOW(ssize_t, pwrite64, (int fd, const void *from, size_t length, off64_t at), fd, (fd, from, length, at), 1000)
SLOW(ssize_t, pwritev, (int fd, const struct iovec *from, int count, off_t at), fd, (fd, from, count, at), 1000)
SLOW(ssize_t, pwritev64, (int fd, const struct iovec *from, int count, off64_t at), fd, (fd, from, count, at), 1000)
SLOW(int, fsync, (int fd), fd, (fd), 100000)
SLOW(int, fdatasync, (int fd), fd, (fd), 100000)
