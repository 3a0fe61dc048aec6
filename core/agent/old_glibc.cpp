// glibc 2.32 introduced a variable that the C++ library reads to count references more cheaply
// where there is one thread. A false one of our own lets the library for agents run with older
// glibcs too, which its hosts may have; with threads the answer is right, without it is slower.
extern "C" {
extern char __libc_single_threaded;
char __libc_single_threaded = 0;
}
