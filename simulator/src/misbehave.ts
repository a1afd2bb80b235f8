/** Faults for tests and chaos runs: the failures of a real editor, machine and network. */
import { appendFileSync } from 'node:fs'
import type { ReplyFate } from './link/link-ports.ts'

export type FaultKind =
	/** Every call takes this much longer. */
	| { readonly kind: 'slow'; readonly ms: number }
	/** A dialog opens before the call and blocks the main thread, for `ms` or until it is closed. */
	| { readonly kind: 'modal'; readonly ms: number | null }
	| { readonly kind: 'drop-before' }
	| { readonly kind: 'drop-after' }
	| { readonly kind: 'lose-reply' }
	| { readonly kind: 'duplicate-reply' }
	/** The domain reload never ends. */
	| { readonly kind: 'stay-away' }
	/** The process ends abruptly, before or after the call took effect. */
	| { readonly kind: 'crash-before' }
	| { readonly kind: 'crash-after' }

export type FaultName = FaultKind['kind']

export type Fault = FaultKind & {
	/** Only calls of this tool. */
	readonly method?: string
	/** Every n-th matching call; without it the next one only. */
	readonly every?: number
}

const NAMES: readonly FaultName[] = [
	'slow',
	'modal',
	'drop-before',
	'drop-after',
	'lose-reply',
	'duplicate-reply',
	'stay-away',
	'crash-before',
	'crash-after',
]
export const FAULT_SYNTAX = '<kind>[=ms][@tool][/every]'
const PATTERN = /^([a-z-]+)(?:=(\d{1,7}))?(?:@([a-z_]+))?(?:\/(\d{1,6}))?$/

/** Reads `slow=200@unity_query/1`. @throws Error with a sentence for the user. */
export function parseFault(text: string): Fault {
	const match = PATTERN.exec(text.trim())
	const kind = NAMES.find((name) => name === match?.[1])
	if (!match || !kind) {
		throw new Error(
			`"${text}" is not a fault. Write ${FAULT_SYNTAX}, where kind is one of: ${NAMES.join(', ')}. Example: slow=200@unity_query/1.`,
		)
	}
	const [, , value, method, every] = match
	const takesMs = kind === 'slow' || kind === 'modal'
	if (value !== undefined && !takesMs) {
		throw new Error(`The fault "${kind}" takes no milliseconds.`)
	}
	if (every !== undefined && Number(every) < 1) {
		throw new Error('A fault comes at every 1st, 2nd, … call: write /1 or more.')
	}
	const scope = {
		...(method === undefined ? {} : { method }),
		...(every === undefined ? {} : { every: Number(every) }),
	}
	if (kind === 'slow') {
		if (value === undefined) throw new Error('The fault "slow" needs milliseconds: slow=200.')
		return { kind, ms: Number(value), ...scope }
	}
	if (kind === 'modal') return { kind, ms: value === undefined ? null : Number(value), ...scope }
	return { kind, ...scope }
}

interface Armed {
	readonly fault: Fault
	seen: number
}

/** The faults that are armed now, and how often calls ran. */
export class Misbehaviour {
	#armed: Armed[] = []

	constructor(faults: readonly Fault[] = []) {
		for (const fault of faults) this.add(fault)
	}

	add(fault: Fault): void {
		this.#armed.push({ fault, seen: 0 })
	}

	clear(): void {
		this.#armed = []
	}

	/** The fault of this kind that strikes this call, if any; a one-shot fault is then used up. */
	take<N extends FaultName>(name: N, method: string): Extract<Fault, { kind: N }> | null {
		for (const armed of this.#armed) {
			const { fault } = armed
			if (fault.kind !== name || (fault.method !== undefined && fault.method !== method)) continue
			armed.seen++
			if (fault.every !== undefined && armed.seen % fault.every !== 0) continue
			if (fault.every === undefined) this.#armed = this.#armed.filter((a) => a !== armed)
			return fault as Extract<Fault, { kind: N }>
		}
		return null
	}

	replyFate(method: string): ReplyFate {
		if (this.take('lose-reply', method)) return 'lose'
		return this.take('duplicate-reply', method) ? 'duplicate' : 'send'
	}
}

/** How often calls were really executed: proof that nothing ran twice. */
export class Executions {
	readonly byCallId = new Map<string, number>()
	readonly byMethod = new Map<string, number>()
	readonly #ledger: string | null

	/** `ledger`: a file that gets a line `<call id> <method>` per execution, and outlives the process. */
	constructor(ledger: string | null = null) {
		this.#ledger = ledger
	}

	count(callId: string, method: string): void {
		if (this.#ledger !== null) appendFileSync(this.#ledger, `${callId} ${method}\n`)
		this.byCallId.set(callId, (this.byCallId.get(callId) ?? 0) + 1)
		this.byMethod.set(method, (this.byMethod.get(method) ?? 0) + 1)
	}

	get total(): number {
		let sum = 0
		for (const n of this.byCallId.values()) sum += n
		return sum
	}
}
