/* The part of CUDA's interface that generated code uses, for machines without CUDA. As C++: kernels run on the host,
 * one thread after another, and the device's memory is the host's. As CUDA (clang -x cuda --cuda-device-only):
 * declarations alone. */
#ifndef CUDA_RUNTIME_H
#define CUDA_RUNTIME_H

#include <stddef.h>

typedef int cudaError_t;
typedef struct CUstream_st *cudaStream_t;

#ifdef __CUDA__

#define __device__           __attribute__((device))
#define __global__           __attribute__((global))
#define __host__             __attribute__((host))
#define __launch_bounds__(n) __attribute__((launch_bounds(n)))
#define __forceinline__      inline __attribute__((always_inline))
#define threadIdx            (device_index{(unsigned)__nvvm_read_ptx_sreg_tid_x()})
#define blockIdx             (device_index{(unsigned)__nvvm_read_ptx_sreg_ctaid_x()})
#define blockDim             (device_index{(unsigned)__nvvm_read_ptx_sreg_ntid_x()})
#define gridDim              (device_index{(unsigned)__nvvm_read_ptx_sreg_nctaid_x()})

struct device_index {
    unsigned x;
};

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ explicit dim3(unsigned n) : x(n), y(1), z(1)
    {
    }
};

extern "C" __device__ void sincos(double x, double *s, double *c);
extern "C" __device__ void sincosf(float x, float *s, float *c);
extern "C" __device__ double tanh(double x);
extern "C" __device__ float tanhf(float x);

template <typename... T>
cudaError_t cudaLaunchKernel(void (*kernel)(T...), dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream);

#else

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <utility>

#define __device__
#define __global__
#define __launch_bounds__(n)
#define __forceinline__ inline __attribute__((always_inline))

struct dim3 {
    unsigned x, y, z;
    explicit dim3(unsigned n) : x(n), y(1), z(1)
    {
    }
};

static dim3 gridDim(1), blockDim(1), blockIdx(0), threadIdx(0);

template <typename... T, size_t... I>
void call_kernel(void (*kernel)(T...), void **arguments, std::index_sequence<I...>)
{
    kernel(*static_cast<T *>(arguments[I])...);
}

/* Runs every thread of a grid. */
template <typename... T>
cudaError_t cudaLaunchKernel(void (*kernel)(T...), dim3 grid, dim3 block, void **arguments, size_t, cudaStream_t)
{
    gridDim = grid;
    blockDim = block;
    for (blockIdx.x = 0; blockIdx.x < grid.x; blockIdx.x++) {
        for (threadIdx.x = 0; threadIdx.x < block.x; threadIdx.x++) {
            call_kernel(kernel, arguments, std::index_sequence_for<T...>());
        }
    }
    return 0;
}

enum { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };

static inline cudaError_t cudaMalloc(void **memory, size_t size)
{
    *memory = malloc(size);
    return *memory ? 0 : 2;
}

static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t size, int)
{
    memcpy(to, from, size);
    return 0;
}

static inline cudaError_t cudaFree(void *memory)
{
    free(memory);
    return 0;
}

static inline cudaError_t cudaDeviceSynchronize()
{
    return 0;
}

static inline const char *cudaGetErrorString(cudaError_t)
{
    return "an error";
}

#endif

#endif
