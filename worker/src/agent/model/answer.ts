/** One model call: the provider's events become chunks as they come. */

import type { Usage } from '@fairlead/protocol/conversations/runs'
import { toolByName } from '@fairlead/protocol/tools'
import { CallIds } from '../calls/call-ids.ts'
import type { ModelStepResult } from '../run/run-state.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import { Spent } from './spent.ts'
import type { ChatProvider, ChatRequest, ProviderError, ProviderEvent } from './types.ts'

/** Arguments are shown as they grow, but not per token: the page parses each piece whole. */
const INPUT_DELTA_CHARS = 400

export type ModelOutcome =
	| { readonly kind: 'finished'; readonly result: ModelStepResult; readonly usage: Usage }
	/** `spent`: null if nothing is billed. */
	| { readonly kind: 'failed'; readonly error: ProviderError; readonly spent: Usage | null }
	| { readonly kind: 'aborted'; readonly spent: Usage | null }

/**
 * Streams one answer into the log. Never throws; a provider that breaks its contract and
 * throws counts as `overload`, so that it is tried again. Parts of the page have ids that
 * are unique in the message: `<step>.<provider's id>`.
 */
export async function askModel(
	provider: ChatProvider,
	request: ChatRequest,
	log: ChunkLog,
	step: { readonly runId: string; readonly seq: number },
	signal: AbortSignal,
): Promise<ModelOutcome> {
	const ids = new CallIds(knownCallIds(request, log), `${step.runId}_${step.seq}`)
	const inputs = new Map<string, string>()
	const aborted = new Promise<'aborted'>((resolve) => {
		if (signal.aborted) resolve('aborted')
		signal.addEventListener('abort', () => resolve('aborted'), { once: true })
	})
	const spent = new Spent(provider, request)
	const iterator = provider.stream(request, signal)[Symbol.asyncIterator]()
	try {
		for (;;) {
			const next = await Promise.race([iterator.next(), aborted])
			if (next === 'aborted') return { kind: 'aborted', spent: spent.whenStopped() }
			if (next.done)
				return cut("The provider's stream ended without a finish event.", spent.whenCut())
			const event = next.value
			spent.hear(event)
			if (event.type === 'finish') {
				return {
					kind: 'finished',
					result: { reason: event.reason, parts: ids.ofParts(event.parts) },
					usage: spent.whenFinished(event.usage),
				}
			}
			if (event.type === 'error')
				return { kind: 'failed', error: event.error, spent: spent.whenCut() }
			if (event.type === 'usage') continue
			const own = 'toolCallId' in event ? ids.ofEvent(event) : event
			appendEvent(log, own, `${step.seq}.`, inputs)
			log.maybeFlush()
		}
	} catch (error) {
		if (signal.aborted) return { kind: 'aborted', spent: spent.whenStopped() }
		return cut(error instanceof Error ? error.message : String(error), spent.whenCut())
	} finally {
		// Tells the abandoned generator to clean up; its answer no longer matters.
		void iterator.return?.().then(undefined, () => undefined)
	}
}

/** Ids of calls in the history and in the part of this run that the page shows. */
function* knownCallIds(request: ChatRequest, log: ChunkLog): Iterable<string> {
	for (const { parts } of request.messages) {
		for (const part of parts) if (part.type === 'tool-call') yield part.callId
	}
	for (const { toolCallId } of log.builder.parts) {
		if (typeof toolCallId === 'string') yield toolCallId
	}
}

const cut = (message: string, spent: Usage | null): ModelOutcome => ({
	kind: 'failed',
	spent,
	error: { class: 'network', message, retryable: true },
})

type StreamedEvent = Exclude<ProviderEvent, { type: 'finish' | 'error' | 'usage' }>

function appendEvent(
	log: ChunkLog,
	event: StreamedEvent,
	prefix: string,
	inputs: Map<string, string>,
): void {
	switch (event.type) {
		case 'text-start':
		case 'text-end':
		case 'reasoning-start':
		case 'reasoning-end':
			log.append({ type: event.type, id: prefix + event.id })
			return
		case 'text-delta':
		case 'reasoning-delta':
			if (event.delta !== '') {
				log.append({ type: event.type, id: prefix + event.id, delta: event.delta })
			}
			return
		case 'tool-input-start':
			inputs.set(event.toolCallId, '')
			log.append({
				type: 'tool-input-start',
				toolCallId: event.toolCallId,
				toolName: event.toolName,
				...titled(event.toolName),
				...(event.providerExecuted ? { providerExecuted: true } : {}),
			})
			return
		case 'tool-input-delta': {
			const pending = (inputs.get(event.toolCallId) ?? '') + event.delta
			if (pending.length < INPUT_DELTA_CHARS) {
				inputs.set(event.toolCallId, pending)
				return
			}
			inputs.set(event.toolCallId, '')
			log.append({
				type: 'tool-input-delta',
				toolCallId: event.toolCallId,
				inputTextDelta: pending,
			})
			return
		}
		case 'tool-call':
			if (event.inputError !== undefined) {
				log.append({
					type: 'tool-input-error',
					toolCallId: event.toolCallId,
					toolName: event.toolName,
					input: event.input,
					errorText: event.inputError,
				})
				return
			}
			log.append({
				type: 'tool-input-available',
				toolCallId: event.toolCallId,
				toolName: event.toolName,
				input: event.input,
				...titled(event.toolName),
				...(event.providerExecuted ? { providerExecuted: true } : {}),
			})
			return
		case 'provider-tool-result':
			if (event.isError) {
				log.append({
					type: 'tool-output-error',
					toolCallId: event.toolCallId,
					errorText: errorText(event.output),
					providerExecuted: true,
				})
			} else {
				log.append({
					type: 'tool-output-available',
					toolCallId: event.toolCallId,
					output: { result: event.output },
					providerExecuted: true,
				})
			}
			return
		case 'source':
			log.append({
				type: 'source-url',
				sourceId: event.id,
				url: event.url,
				...(event.title === undefined ? {} : { title: event.title }),
			})
			return
		default:
			event satisfies never
	}
}

const titled = (name: string): { title?: string } => {
	const tool = toolByName(name)
	return tool ? { title: tool.title } : {}
}

function errorText(output: unknown): string {
	if (typeof output === 'object' && output !== null && 'errorCode' in output) {
		return `The search failed: ${String(output.errorCode)}.`
	}
	return 'The tool failed on the provider’s side.'
}
