/** The faults: drawn from the seed, counted by kind. */
import type { Random } from './random.ts'

/** After these, no run's transcript may differ from the one without faults. */
const HARMLESS = [
	'conversation_evicted',
	'conversation_replaced',
	'conversation_crash_at_commit',
	'room_evicted',
	'room_hibernated',
	'room_crash_at_write',
	'relay_killed',
	'relay_killed_in_call',
	'relay_crash_at_write',
	'domain_reload',
	'editor_wire_cut',
	'relay_wire_cut',
	'rpc_unreachable',
	'rpc_reply_lost',
	'rpc_repeated',
	'rpc_late',
	'd1_error',
	'd1_reply_lost',
	'model_cut',
	'model_overloaded',
	'model_throws',
	'model_endless',
	'viewer_dropped',
	'post_repeated',
	'approval_late',
	'approval_twice',
] as const
/** After these a call may fail or have an unknown effect, but never run twice or report falsely. */
const DISRUPTIVE = [
	'editor_killed',
	'editor_killed_in_call',
	'editor_journal_lost',
	'machine_lost',
	'long_outage',
	'clock_jump',
	'frame_lost',
	'frame_repeated',
	'frame_overtaken',
] as const
/** Drawn from a separate source, so that older seeds keep their runs. */
const DRAWN_APART = ['disk_full'] as const
/** Another person's right that ends during a run. It may leave no trace but a notice. */
const RIGHTS = ['session_ended', 'session_expired', 'member_removed', 'role_lowered'] as const
/** Drawn after all others, so that older seeds keep their runs: a visitor's link, a person's whole account, and the API token of a script. */
const RIGHTS_LATER = ['link_revoked', 'account_deleted', 'token_revoked'] as const
export type RightsFault = (typeof RIGHTS | typeof RIGHTS_LATER)[number]
/** The relay's own right: it stays away until it is linked again. */
const RELINKED = ['relay_token_revoked'] as const
export const FAULT_KINDS = [
	...HARMLESS,
	...DISRUPTIVE,
	...DRAWN_APART,
	...RIGHTS,
	...RELINKED,
	...RIGHTS_LATER,
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

type Fate =
	| { readonly kind: 'pass' | 'overtake'; readonly delayMs: number }
	| { readonly kind: 'lose'; readonly delayMs: number; readonly untilMs: number }
	| { readonly kind: 'repeat'; readonly delayMs: number; readonly againMs: number }
	| {
			readonly kind: 'cut'
			readonly delayMs: number
			readonly nearMs: number
			readonly farMs: number
	  }

export interface Call {
	readonly delayMs: number
	readonly replyMs: number
	readonly fate: 'pass' | 'unreachable' | 'reply_lost' | 'repeat'
}

/** Chances per event while the storm lasts. A seed draws a few of them, so that each kind also occurs alone. */
const CHANCE: Partial<Record<FaultKind, number>> = {
	conversation_crash_at_commit: 0.06,
	room_crash_at_write: 0.03,
	relay_crash_at_write: 0.03,
	editor_wire_cut: 0.02,
	relay_wire_cut: 0.02,
	rpc_unreachable: 0.08,
	rpc_reply_lost: 0.08,
	rpc_repeated: 0.08,
	rpc_late: 0.1,
	d1_error: 0.3,
	d1_reply_lost: 0.3,
	model_cut: 0.25,
	model_overloaded: 0.15,
	model_throws: 0.1,
	model_endless: 0.1,
	viewer_dropped: 0.05,
	post_repeated: 0.5,
	approval_late: 0.3,
	approval_twice: 0.5,
	relay_killed_in_call: 0.2,
	editor_killed_in_call: 0.2,
	editor_journal_lost: 0.6,
	machine_lost: 0.15,
	frame_lost: 0.02,
	frame_repeated: 0.03,
	frame_overtaken: 0.03,
}
/** Spontaneous events and their average intervals while the storm lasts. */
const EVERY_MS: Partial<Record<FaultKind, number>> = {
	conversation_evicted: 6_000,
	conversation_replaced: 6_000,
	room_evicted: 8_000,
	room_hibernated: 5_000,
	relay_killed: 12_000,
	domain_reload: 10_000,
	editor_killed: 20_000,
	long_outage: 30_000,
	clock_jump: 20_000,
	disk_full: 15_000,
	relay_token_revoked: 20_000,
}
/** Longest storm. It ends, so that everything must recover. */
const STORM_MS = 120_000

export class Faults {
	readonly counts = new Map<FaultKind, number>()
	readonly #random: Random
	readonly #enabled: ReadonlySet<FaultKind>
	readonly #elapsed: () => number
	#endsAt = STORM_MS

	/** `null`: no faults. */
	constructor(
		random: Random,
		apart: Random,
		elapsed: () => number,
		only: readonly FaultKind[] | null | 'draw',
	) {
		this.#random = random
		this.#elapsed = elapsed
		if (only === 'draw') {
			// A third of the seeds stay harmless, so that equality is checked often.
			const harmless = random.chance(0.4)
			const kinds = harmless ? HARMLESS : [...HARMLESS, ...DISRUPTIVE]
			const share = random.pick([0.15, 0.35, 0.7])
			const enabled = new Set<FaultKind>(kinds.filter(() => random.chance(share)))
			for (const kind of DRAWN_APART) if (apart.chance(share) && !harmless) enabled.add(kind)
			for (const kind of [...RIGHTS, ...RELINKED, ...RIGHTS_LATER])
				if (apart.chance(share)) enabled.add(kind)
			// A disk is lost only with its process.
			if (enabled.has('editor_killed_in_call') || enabled.has('machine_lost'))
				enabled.add('editor_journal_lost')
			this.#enabled = enabled
		} else this.#enabled = new Set(only ?? [])
	}

	/** Which rights may end. */
	get rights(): readonly RightsFault[] {
		return [...RIGHTS, ...RIGHTS_LATER].filter((kind) => this.#enabled.has(kind))
	}

	get stormy(): boolean {
		const elapsed = this.#elapsed()
		return elapsed >= 0 && elapsed < this.#endsAt && this.#enabled.size > 0
	}

	/** The storm ends in `ms` at the latest. */
	endIn(ms: number): void {
		this.#endsAt = Math.min(this.#endsAt, this.#elapsed() + ms)
	}

	count(kind: FaultKind): void {
		this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
	}

	/** Whether this fault happens now. Counts it. */
	strikes(kind: FaultKind): boolean {
		const chance = CHANCE[kind] ?? 0
		if (!this.#enabled.has(kind) || !this.stormy || !this.#random.chance(chance)) return false
		this.count(kind)
		return true
	}

	/** Spontaneous kinds, each with the time until its next occurrence. */
	recurring(): { kind: FaultKind; nextMs: () => number }[] {
		return Object.entries(EVERY_MS)
			.filter(([kind]) => this.#enabled.has(kind as FaultKind))
			.map(([kind, every]) => ({
				kind: kind as FaultKind,
				nextMs: () => Math.round(-Math.log(1 - this.#random.next()) * every),
			}))
	}

	/** The random source of choices within a fault. */
	get random(): Random {
		return this.#random
	}

	/** The fate of a frame on a socket. */
	frame(wire: string): Fate {
		const delayMs = this.#random.between(1, 20)
		const cut = wire === 'relay' ? 'relay_wire_cut' : 'editor_wire_cut'
		if (this.strikes(cut)) {
			// One end may notice much later than the other.
			const slow = this.#random.between(0, 8_000)
			const [nearMs, farMs] = this.#random.chance(0.5) ? [0, slow] : [slow, 0]
			return { kind: 'cut', delayMs, nearMs, farMs }
		}
		if (this.strikes('frame_lost'))
			return { kind: 'lose', delayMs, untilMs: this.#random.between(1_000, 60_000) }
		if (this.strikes('frame_repeated')) return { kind: 'repeat', delayMs, againMs: 0 }
		if (this.strikes('frame_overtaken')) return { kind: 'overtake', delayMs }
		return { kind: 'pass', delayMs }
	}

	/** The fate of a call from one object to another. */
	rpc(): Call {
		const late = this.strikes('rpc_late')
		const base = { delayMs: this.#delay(late), replyMs: this.#random.between(1, 10) }
		if (this.strikes('rpc_unreachable')) return { ...base, fate: 'unreachable' }
		if (this.strikes('rpc_reply_lost')) return { ...base, fate: 'reply_lost' }
		if (this.strikes('rpc_repeated')) return { ...base, fate: 'repeat' }
		return { ...base, fate: 'pass' }
	}

	#delay(late: boolean): number {
		return late ? this.#random.between(200, 4_000) : this.#random.between(1, 10)
	}

	get total(): number {
		return [...this.counts.values()].reduce((a, b) => a + b, 0)
	}

	/** True if every fault so far is of a kind that must leave no trace. */
	get harmless(): boolean {
		return [...DISRUPTIVE, ...DRAWN_APART].every((kind) => !this.counts.has(kind))
	}
}
