/** The pages that follow one terminal: how far each has got, and the next thing to send it. */
import {
	type OutputPart,
	TERMINAL_LIMITS,
	type TerminalActor,
	type TerminalSize,
} from '@fairlead/protocol/agents/terminals'
import type { KeptOutput } from './kept-output.ts'
import type { Screen } from './screen.ts'

interface Follower {
	readonly by: TerminalActor
	/** The next position to send. */
	sent: number
	/** The last one that it has confirmed. */
	seen: number
	/** The size that this page was last sent. */
	size: TerminalSize
	/** A snapshot is on its way: this page has missed more than is kept. */
	isCatchingUp: boolean
}

type SizedPart = OutputPart & { readonly size: TerminalSize }

export interface FollowersPorts {
	readonly kept: KeptOutput
	readonly screen: Screen
	size(): TerminalSize
	send(viewers: readonly string[], part: OutputPart): void
}

export class Followers {
	readonly #ports: FollowersPorts
	readonly #followers = new Map<string, Follower>()

	constructor(ports: FollowersPorts) {
		this.#ports = ports
	}

	has(viewer: string): boolean {
		return this.#followers.has(viewer)
	}

	of(viewer: string): TerminalActor | undefined {
		return this.#followers.get(viewer)?.by
	}

	/** @param from a position that this page has shown everything before; one that is not kept: a snapshot */
	async add(by: TerminalActor, from: number | undefined): Promise<OutputPart> {
		const { kept } = this.#ports
		const size = this.#ports.size()
		const start = from === undefined || from < kept.start || from > kept.end ? null : from
		const { end } = kept
		const follower: Follower = { by, sent: end, seen: end, size, isCatchingUp: start === null }
		this.#followers.set(by.viewer, follower)
		if (start === null) {
			const part = await this.#snapshot()
			this.#shown(follower, part)
			return part
		}
		const data = kept.slice(start, TERMINAL_LIMITS.output)
		const part = { from: start, to: start + data.length, data, size }
		this.#shown(follower, part)
		return part
	}

	remove(viewer: string): void {
		this.#followers.delete(viewer)
	}

	clear(): void {
		this.#followers.clear()
	}

	seen(viewer: string, to: number): void {
		const follower = this.#followers.get(viewer)
		if (!follower) return
		follower.seen = Math.max(follower.seen, Math.min(to, follower.sent))
		this.flush()
	}

	/** Sends each page what it has not got, as far as it has confirmed enough. */
	flush(): void {
		const { kept } = this.#ports
		const size = this.#ports.size()
		for (const follower of this.#followers.values())
			if (follower.sent < kept.start && this.#mayGet(follower)) void this.#catchUp(follower)
		for (;;) {
			const ready = [...this.#followers.values()].filter((one) => this.#isReady(one, size))
			const [first] = ready
			if (!first) return
			const { sent } = first
			const alike = ready.filter((one) => one.sent === sent && isSame(one.size, first.size))
			const data = kept.slice(sent, TERMINAL_LIMITS.output)
			const to = sent + data.length
			const part = { from: sent, to, data, ...(isSame(first.size, size) ? {} : { size }) }
			for (const one of alike) {
				one.sent = to
				one.size = size
			}
			this.#ports.send(
				alike.map(({ by }) => by.viewer),
				part,
			)
		}
	}

	#isReady(follower: Follower, size: TerminalSize): boolean {
		const isNews = follower.sent < this.#ports.kept.end || !isSame(follower.size, size)
		return isNews && this.#mayGet(follower)
	}

	#mayGet({ isCatchingUp, sent, seen }: Follower): boolean {
		return !isCatchingUp && sent - seen < TERMINAL_LIMITS.unseen
	}

	async #catchUp(follower: Follower): Promise<void> {
		follower.isCatchingUp = true
		const part = await this.#snapshot()
		const { viewer } = follower.by
		if (!this.#shown(follower, part)) return
		this.#ports.send([viewer], part)
		this.flush()
	}

	/** @returns false if the page has left, or followed again, in the meantime */
	#shown(follower: Follower, { from, to, size }: SizedPart): boolean {
		Object.assign(follower, { sent: to, seen: from, size, isCatchingUp: false })
		return this.#followers.get(follower.by.viewer) === follower
	}

	async #snapshot(): Promise<SizedPart> {
		const { at, data } = await this.#ports.screen.snapshot()
		return { from: at, to: at, data, snapshot: true, size: this.#ports.size() }
	}
}

const isSame = (a: TerminalSize, b: TerminalSize): boolean =>
	a.columns === b.columns && a.rows === b.rows
