/** Small statistics for small samples. */

export interface Spread {
	readonly p50: number
	readonly p99: number
	readonly count: number
}

/** Nearest-rank percentile; `q` in 0–1. NaN for no values. */
export function percentile(values: readonly number[], q: number): number {
	const sorted = [...values].sort((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN
}

export const spread = (values: readonly number[]): Spread => ({
	p50: percentile(values, 0.5),
	p99: percentile(values, 0.99),
	count: values.length,
})

export const median = (values: readonly number[]): number => percentile(values, 0.5)
