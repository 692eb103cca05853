// Faults of the disk and the clock, for the scripts of `make soak`. A library for LD_PRELOAD on Linux with
// glibc, compiled by faults.mjs.
//
// It intercepts changes of the SQLite database (the main file, the write-ahead log and the rollback journal) in FAULTS_FOLDER:
//  - It stores the bytes that each write replaces, until the file is synced, in the file FAULTS_JOURNAL. The file is mapped, so
//    it survives SIGKILL. faults.mjs restores these bytes as if the machine had lost power.
//  - It makes writes and syncs fail with EIO, and delays syncs.
//  - It adds an offset to the time.
// The settings are in the mapped file FAULTS_CONTROL and can be changed while the program runs. Syncs never reach the disk.
// Creating and deleting a file is durable immediately. The file -shm is not intercepted: SQLite builds it again.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define PARTS 10000
#define JOURNAL_BYTES (1ull << 28)
#define HEADER_BYTES 4096
#define MAX_FILES 8
#define MAX_FDS 65536

// faults.mjs has the same layouts.
struct control {
    uint32_t journals;
    uint32_t ignores_syncs;
    // Of 10,000.
    uint32_t failing_writes;
    uint32_t failing_syncs;
    uint32_t sync_delay_us;
    uint32_t seed;
    int64_t clock_offset_ns;
    uint64_t failed_writes;
    uint64_t failed_syncs;
};

struct file {
    char path[456];
    uint64_t last;
    // Changes up to this number are durable.
    uint64_t durable;
};

struct header {
    uint64_t end;
    uint64_t last;
    uint64_t files_count;
    struct file files[MAX_FILES];
};

// The replaced bytes follow: those of the range that the file had.
struct change {
    uint64_t file;
    uint64_t number;
    uint64_t offset;
    uint64_t length;
    uint64_t old_size;
    uint64_t old_length;
};

_Static_assert(sizeof(struct header) <= HEADER_BYTES, "the header fits");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct control *control;
static struct header *header;
static char folder[PATH_MAX];
static size_t folder_length;
static uint64_t generator;
// The number of a file plus one, by descriptor.
static unsigned char file_of[MAX_FDS];

static void fail(const char *message) {
    syscall(SYS_write, 2, message, strlen(message));
    abort();
}

static void *map(const char *variable, size_t bytes) {
    const char *path = getenv(variable);
    int fd = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0) : -1;
    void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapped == MAP_FAILED) fail("faults: can't map FAULTS_CONTROL or FAULTS_JOURNAL\n");
    syscall(SYS_close, fd);
    return mapped;
}

__attribute__((constructor)) static void prepare(void) {
    const char *wanted = getenv("FAULTS_FOLDER");
    if (!wanted || !realpath(wanted, folder)) fail("faults: FAULTS_FOLDER is not a folder\n");
    folder_length = strlen(folder);
    header = map("FAULTS_JOURNAL", JOURNAL_BYTES);
    header->end = HEADER_BYTES;
    struct control *mapped = map("FAULTS_CONTROL", sizeof(struct control));
    generator = mapped->seed | 1ull << 32;
    control = mapped;
}

// Whether an event with this share of 10,000 happens. Called with the lock.
static int happens(uint32_t share) {
    generator ^= generator << 13;
    generator ^= generator >> 7;
    generator ^= generator << 17;
    return generator % PARTS < share;
}

static int ends_with(const char *text, const char *end) {
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

// The number plus one of a file that belongs to the database, or 0.
static unsigned char number_of(const char *path) {
    char full[PATH_MAX];
    if (!control || !realpath(path, full)) return 0;
    if (strncmp(full, folder, folder_length) != 0 || full[folder_length] != '/') return 0;
    if (!ends_with(full, ".db") && !ends_with(full, "-wal") && !ends_with(full, "-journal")) return 0;
    pthread_mutex_lock(&lock);
    uint64_t number = 0;
    while (number < header->files_count && strcmp(header->files[number].path, full) != 0) number++;
    if (number == MAX_FILES || strlen(full) >= sizeof(header->files[0].path)) fail("faults: too many files, or a long path\n");
    if (number == header->files_count) {
        strcpy(header->files[number].path, full);
        header->files_count++;
    }
    pthread_mutex_unlock(&lock);
    return (unsigned char)(number + 1);
}

static int is_tracked(int fd) { return fd >= 0 && fd < MAX_FDS && file_of[fd] != 0; }

static int track(int fd, const char *path) {
    if (fd >= 0 && fd < MAX_FDS) file_of[fd] = number_of(path);
    return fd;
}

static uint64_t size_of(int fd) {
    struct stat found;
    return fstat(fd, &found) == 0 ? (uint64_t)found.st_size : 0;
}

// Stores what a change of the range replaces. Called with the lock.
static void journal_change(int fd, uint64_t offset, uint64_t length, uint64_t old_size) {
    if (!control->journals) return;
    struct file *file = &header->files[file_of[fd] - 1];
    uint64_t old_length = offset >= old_size ? 0 : old_size - offset < length ? old_size - offset : length;
    uint64_t bytes = sizeof(struct change) + ((old_length + 7) & ~7ull);
    if (header->end + bytes > JOURNAL_BYTES) fail("faults: the journal is full\n");
    struct change *change = (struct change *)((char *)header + header->end);
    // The number of a change is written with it, so that a process that is killed here leaves nothing half recorded.
    *change = (struct change){file_of[fd] - 1u, header->last + 1, offset, length, old_size, old_length};
    ssize_t copied = old_length ? syscall(SYS_pread64, fd, change + 1, old_length, offset) : 0;
    if (copied != (ssize_t)old_length) fail("faults: can't read what a write replaces\n");
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    file->last = ++header->last;
    __atomic_store_n(&header->end, header->end + bytes, __ATOMIC_SEQ_CST);
}

// Forgets the changes once all are durable. Called with the lock.
static void compact_journal(void) {
    for (uint64_t number = 0; number < header->files_count; number++)
        if (header->files[number].durable < header->files[number].last) return;
    header->end = HEADER_BYTES;
}

static ssize_t write_at(int fd, const void *bytes, size_t count, off64_t offset) {
    pthread_mutex_lock(&lock);
    int is_failing = happens(control->failing_writes);
    if (is_failing) {
        control->failed_writes++;
        // Some failing writes change a part of the range.
        if (happens(PARTS / 2)) count /= 2;
        else count = 0;
    }
    if (count > 0) journal_change(fd, (uint64_t)offset, count, size_of(fd));
    ssize_t written = count > 0 ? syscall(SYS_pwrite64, fd, bytes, count, offset) : 0;
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = is_failing ? EIO : error;
    return is_failing ? -1 : written;
}

static int sync_file(int fd) {
    pthread_mutex_lock(&lock);
    struct file *file = &header->files[file_of[fd] - 1];
    uint64_t last = file->last;
    int is_failing = happens(control->failing_syncs);
    if (is_failing) control->failed_syncs++;
    pthread_mutex_unlock(&lock);
    if (control->sync_delay_us) usleep(control->sync_delay_us);
    if (is_failing) {
        errno = EIO;
        return -1;
    }
    pthread_mutex_lock(&lock);
    if (!control->ignores_syncs && file->durable < last) {
        file->durable = last;
        compact_journal();
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

static int truncate_file(int fd, off64_t size) {
    if (!is_tracked(fd)) return (int)syscall(SYS_ftruncate, fd, size);
    pthread_mutex_lock(&lock);
    uint64_t old_size = size_of(fd);
    uint64_t cut = old_size > (uint64_t)size ? old_size - (uint64_t)size : 0;
    journal_change(fd, (uint64_t)size, cut, old_size);
    int result = (int)syscall(SYS_ftruncate, fd, size);
    pthread_mutex_unlock(&lock);
    return result;
}

static int open_at(int folder_fd, const char *path, int flags, va_list rest) {
    int creates = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
    mode_t mode = creates ? va_arg(rest, mode_t) : 0;
    return track((int)syscall(SYS_openat, folder_fd, path, flags, mode), path);
}

#define OPEN(folder_fd) \
    va_list rest; \
    va_start(rest, flags); \
    int fd = open_at(folder_fd, path, flags, rest); \
    va_end(rest); \
    return fd;

int open(const char *path, int flags, ...) { OPEN(AT_FDCWD) }
int open64(const char *path, int flags, ...) { OPEN(AT_FDCWD) }
int openat(int folder_fd, const char *path, int flags, ...) { OPEN(folder_fd) }
int openat64(int folder_fd, const char *path, int flags, ...) { OPEN(folder_fd) }

int close(int fd) {
    if (is_tracked(fd)) file_of[fd] = 0;
    return (int)syscall(SYS_close, fd);
}

int unlink(const char *path) {
    unsigned char number = number_of(path);
    int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (number && result == 0) {
        pthread_mutex_lock(&lock);
        header->files[number - 1].durable = header->files[number - 1].last;
        compact_journal();
        pthread_mutex_unlock(&lock);
    }
    return result;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    return is_tracked(fd) ? write_at(fd, bytes, count, offset) : syscall(SYS_pwrite64, fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
    return is_tracked(fd) ? write_at(fd, bytes, count, offset) : syscall(SYS_pwrite64, fd, bytes, count, offset);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    if (!is_tracked(fd)) return syscall(SYS_write, fd, bytes, count);
    ssize_t written = write_at(fd, bytes, count, lseek(fd, 0, SEEK_CUR));
    if (written > 0) lseek(fd, written, SEEK_CUR);
    return written;
}

int ftruncate(int fd, off_t size) { return truncate_file(fd, size); }
int ftruncate64(int fd, off64_t size) { return truncate_file(fd, size); }
int fsync(int fd) { return is_tracked(fd) ? sync_file(fd) : (int)syscall(SYS_fsync, fd); }
int fdatasync(int fd) { return is_tracked(fd) ? sync_file(fd) : (int)syscall(SYS_fdatasync, fd); }

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    int is_wall_clock = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (result == 0 && is_wall_clock && control) {
        int64_t offset = __atomic_load_n(&control->clock_offset_ns, __ATOMIC_RELAXED);
        int64_t total = (int64_t)now->tv_sec * 1000000000 + now->tv_nsec + offset;
        now->tv_sec = total / 1000000000;
        now->tv_nsec = total % 1000000000;
    }
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec precise;
    int result = clock_gettime(CLOCK_REALTIME, &precise);
    *now = (struct timeval){precise.tv_sec, precise.tv_nsec / 1000};
    return result;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
