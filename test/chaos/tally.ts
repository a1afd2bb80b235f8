/** Figures over many runs. */
import { FAULT_KINDS, type FaultKind } from './kit/faults.ts'
import { MET, type Met } from './met.ts'
import type { SeedResult } from './run-seed.ts'

export class Tally {
	runs = 0
	violated = 0
	#harmless = 0
	#virtualMs = 0
	readonly #met = new Map<Met, number>()
	readonly #faults = new Map<FaultKind, number>()
	readonly #startedAt = process.hrtime.bigint()

	add({ violations, faults, harmless, met, virtualMs }: SeedResult): void {
		this.runs++
		if (violations.length > 0) this.violated++
		if (harmless) this.#harmless++
		this.#virtualMs += virtualMs
		for (const [what, count] of met) this.#met.set(what, (this.#met.get(what) ?? 0) + count)
		for (const [kind, count] of faults)
			this.#faults.set(kind, (this.#faults.get(kind) ?? 0) + count)
	}

	report(): string {
		const total = [...this.#faults.values()].reduce((a, b) => a + b, 0)
		const seconds = Number(process.hrtime.bigint() - this.#startedAt) / 1e9
		return [
			...FAULT_KINDS.map((kind) => `${String(this.#faults.get(kind) ?? 0).padStart(8)}  ${kind}`),
			...MET.map((what) => `${String(this.#met.get(what) ?? 0).padStart(8)}  ${what}`),
			`${this.runs} runs (${this.#harmless} of them must leave no trace), ${total} faults, ` +
				`${Math.round(this.#virtualMs / 3_600_000)} hours of virtual time in ${seconds.toFixed(1)} s: ` +
				`${this.violated} violated`,
		].join('\n')
	}
}
