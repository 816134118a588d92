/* The mark of a public function: all other symbols of the library are hidden. */
#ifndef CONDYLE_EXPORT_H
#define CONDYLE_EXPORT_H

#if defined(_WIN32) && defined(CDY_EXPORTS)
#define CDY_VISIBLE __declspec(dllexport)
#elif defined(_WIN32)
#define CDY_VISIBLE
#elif defined(__GNUC__)
#define CDY_VISIBLE __attribute__((visibility("default")))
#else
#define CDY_VISIBLE
#endif

#ifdef __cplusplus
#define CDY_API extern "C" CDY_VISIBLE
#else
#define CDY_API CDY_VISIBLE
#endif

#endif
