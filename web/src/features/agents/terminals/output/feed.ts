/** Brings a terminal's output to a screen of this page, over lost connections, and confirms what was shown. */

import {
	TerminalFollowed,
	type TerminalSize,
	ViewerOutput,
	type ViewerTerminalAct,
} from '@fairlead/protocol/agents/terminals'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { Following, type Step } from './following.ts'
import { Seen } from './seen.ts'

export interface OfTerminal {
	readonly editorKey: string
	readonly terminalId: string
}

/** Carries out what it is given in this order. */
export interface Shown {
	reset(): void
	resize(size: TerminalSize): void
	/** @param done called when it is on the screen */
	write(data: string, done: () => void): void
}

export interface FeedPorts {
	readonly ask: (act: ViewerTerminalAct) => Promise<CallOutcome>
	readonly tellSeen: (to: number) => void
	/** @param listener gets `ViewerOutput`s that are to be checked */
	readonly listen: (listener: (params: unknown) => void) => () => void
	readonly after: (ms: number, then: () => void) => () => void
	readonly screen: Shown
	/** This page, as a terminal's `writer` names it. */
	readonly onViewer: (viewer: string) => void
	/** A sentence for people; null: it is followed. */
	readonly onFailure: (message: string | null) => void
}

const UNREADABLE =
	'The relay told of the terminal in a way that this page cannot read. Update both.'

export class Feed {
	readonly #of: OfTerminal
	readonly #ports: FeedPorts
	readonly #following = new Following()
	readonly #seen: Seen
	readonly #stop: () => void
	/** Counts the questions: an answer to an earlier one is dropped. */
	#round = 0

	constructor(of: OfTerminal, ports: FeedPorts) {
		this.#of = of
		this.#ports = ports
		this.#seen = new Seen({ tell: ports.tellSeen, after: ports.after })
		this.#stop = ports.listen((params) => {
			const told = ViewerOutput.safeParse(params)
			if (!told.success || told.data.terminalId !== of.terminalId) return
			if (told.data.editorKey === of.editorKey) this.#do(this.#following.heard(told.data.part))
		})
	}

	/** Whenever the page or the relay has connected: goes on where it was. */
	begin(): void {
		this.#do(this.#following.begin())
	}

	end(): void {
		this.#round++
		this.#stop()
		this.#seen.end()
		void this.#ports.ask({ ...this.#of, act: 'unfollow' })
	}

	#do(steps: readonly Step[]): void {
		const { screen } = this.#ports
		for (const step of steps) {
			switch (step.do) {
				case 'reset':
					screen.reset()
					break
				case 'resize':
					screen.resize(step.size)
					break
				case 'write':
					screen.write(step.data, () => this.#seen.shown(step.to))
					break
				case 'follow':
					void this.#follow(step.from)
					break
				default:
					step satisfies never
			}
		}
	}

	async #follow(from: number | undefined): Promise<void> {
		const round = ++this.#round
		const { ask, onFailure, onViewer } = this.#ports
		const outcome = await ask({
			...this.#of,
			act: 'follow',
			...(from === undefined ? {} : { from }),
		})
		if (round !== this.#round) return
		const followed = outcome.status === 'ok' ? TerminalFollowed.safeParse(outcome.result) : null
		if (!followed?.success) {
			onFailure(outcome.status === 'ok' ? UNREADABLE : outcome.error.message)
			return
		}
		onFailure(null)
		onViewer(followed.data.viewer)
		this.#do(this.#following.answered(followed.data.part))
	}
}
