/** The usage of one model call: as the provider reports it, else estimated. */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import { messageTokens, textTokens } from '../context/sizes.ts'
import { NO_USAGE, tokensOf } from '../policy/budget.ts'
import type { ChatProvider, ChatRequest, ProviderEvent } from './types.ts'

export class Spent {
	readonly #provider: Pick<ChatProvider, 'usesTokens'>
	readonly #request: ChatRequest
	#reported: Usage | null = null
	/** Something of the answer arrived. */
	#began = false
	#chars = 0
	/** The last report contains everything that arrived. */
	#complete = false

	constructor(provider: Pick<ChatProvider, 'usesTokens'>, request: ChatRequest) {
		this.#provider = provider
		this.#request = request
	}

	/** Every event of the answer. */
	hear(event: ProviderEvent): void {
		if (event.type === 'error') return
		if (event.type === 'usage') {
			this.#reported = event.usage
			this.#complete = true
			return
		}
		this.#began = true
		if (!('delta' in event)) return
		this.#chars += event.delta.length
		this.#complete = false
	}

	/** An answer that ended by an error. Returns null if nothing is billed, as of a request that was refused. */
	whenCut(): Usage | null {
		return this.#reported === null && !this.#began ? null : this.whenStopped()
	}

	/**
	 * An answer that we stopped. The request was sent, so it is billed, also if nothing of the answer has arrived: a model
	 * may think for minutes before it says anything. Returns null if nothing is billed.
	 */
	whenStopped(): Usage | null {
		if (this.#provider.usesTokens === false) return null
		if (this.#reported && this.#complete) return this.#reported
		const { inputTokens, ...known } = this.#reported ?? {
			...NO_USAGE,
			inputTokens: requestTokens(this.#request),
		}
		const outputTokens = Math.max(known.outputTokens, textTokens(this.#chars))
		const estimatedTokens =
			outputTokens - known.outputTokens + (this.#reported === null ? inputTokens : 0)
		return {
			...known,
			inputTokens,
			outputTokens,
			...(estimatedTokens > 0 ? { estimatedTokens } : {}),
		}
	}

	/** A whole answer. Some servers report no usage at all. */
	whenFinished(usage: Usage): Usage {
		return tokensOf(usage) > 0 ? usage : (this.whenCut() ?? usage)
	}
}

/** Estimated, as providers count what they are sent. */
export function requestTokens({ system, messages, tools }: ChatRequest): number {
	const fixed = textTokens(system.length + JSON.stringify(tools).length)
	return messages.reduce((sum, message) => sum + messageTokens(message), fixed)
}
