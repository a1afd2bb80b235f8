/**
 * A scripted conversation of 200 turns on the run's machine: what is sent to the model, beside sending everything
 * and beside keeping the last 15 messages. Facts are told by the user and found in results on the way.
 */
import { Random } from '../../test/chaos/kit/random.ts'
import { recall } from '../src/agent/context/recall.ts'
import { messageTokens } from '../src/agent/context/sizes.ts'
import type { ChatProvider, ChatRequest, ModelMessage } from '../src/agent/model/types.ts'
import { callsTools, executing, MachineKit, USAGE } from './machine-kit.ts'

const TURNS = 200
const KEEP_LAST = 15
/** Every n-th turn tells a fact, by turns in the user's words and in a result. */
const FACT_EVERY = 5
/** A summary keeps this many of the facts that the user told, the newest: a model forgets some. */
const FACTS_IN_SUMMARY = 8
const FACT = /The code of door \d+ is [A-Z]{8}/g

/** Tokens of all requests, estimated as for the view. */
export interface Sent {
	readonly total: number
	/** In the beginning that a request shares with the one before it: messages that are the same. */
	readonly cached: number
}

export interface Figures {
	readonly requests: number
	readonly summaries: number
	readonly view: Sent
	readonly everything: Sent
	readonly lastFifteen: Sent
	readonly largestRequest: number
	readonly facts: number
	/** Facts in the last request itself, those that a search finds, and those that nothing finds. */
	readonly shown: number
	readonly recalled: number
	readonly lost: readonly string[]
	/** Facts that the last 15 messages still have. */
	readonly inLastFifteen: number
}

const texts = new WeakMap<ModelMessage, string>()
function textOf(message: ModelMessage): string {
	const text = texts.get(message) ?? JSON.stringify(message)
	texts.set(message, text)
	return text
}

class Meter {
	total = 0
	cached = 0
	largest = 0
	#before: readonly string[] = []

	add(messages: readonly ModelMessage[]): void {
		const texts = messages.map(textOf)
		const sizes = messages.map(messageTokens)
		const sum = sizes.reduce((a, b) => a + b, 0)
		const differs = texts.findIndex((text, index) => text !== this.#before[index])
		this.total += sum
		this.cached += sizes.slice(0, differs < 0 ? sizes.length : differs).reduce((a, b) => a + b, 0)
		this.largest = Math.max(this.largest, sum)
		this.#before = texts
	}
}

export async function longConversation(seed = 1): Promise<Figures> {
	const random = new Random(seed)
	const meters = { view: new Meter(), everything: new Meter(), lastFifteen: new Meter() }
	const transcript: ModelMessage[] = []
	const facts: string[] = []
	let last: ChatRequest | null = null
	let requests = 0
	let pending = 0
	let told: string | null = null

	const newFact = (): string => {
		const code = Array.from({ length: 8 }, () => String.fromCharCode(65 + random.between(0, 25)))
		const fact = `The code of door ${facts.length} is ${code.join('')}`
		facts.push(fact)
		return fact
	}
	const answer = (size: number) => {
		const parts = [{ type: 'text', text: `Done. ${'It works now. '.repeat(size)}` } as const]
		return [{ type: 'finish', reason: 'stop', usage: USAGE, parts } as const]
	}
	const provider: ChatProvider = {
		id: 'scripted',
		async *stream(request) {
			if (JSON.stringify(request.messages.at(-1)).includes('Write a summary')) {
				const kept = [...new Set(JSON.stringify(request.messages).match(FACT) ?? [])].slice(
					-FACTS_IN_SUMMARY,
				)
				const parts = [{ type: 'text', text: kept.join('\n') || 'Nothing was told.' } as const]
				meters.view.add(request.messages)
				yield { type: 'finish', reason: 'stop', usage: USAGE, parts }
				return
			}
			const newest = request.messages.at(-1)
			if (newest) transcript.push(newest)
			requests++
			meters.view.add(request.messages)
			meters.everything.add(transcript)
			meters.lastFifteen.add(transcript.slice(-KEEP_LAST))
			last = structuredClone(request)
			const events = pending-- > 0 ? look(`c${requests}`) : answer(random.between(2, 60))
			const finish = events.at(-1)
			if (finish?.type === 'finish') transcript.push({ role: 'assistant', parts: finish.parts })
			yield* events
		},
	}
	const look = (id: string) =>
		callsTools([{ id, name: 'unity_query', input: { action: 'selection' } }])
	const kit = new MachineKit({
		provider,
		room: executing(() => {
			const result = { told, log: 'entry '.repeat(random.between(20, 2_000)) }
			told = null
			return { status: 'ok', result }
		}),
	})

	for (let turn = 0; turn < TURNS; turn++) {
		const fact = turn % FACT_EVERY === 0 ? newFact() : null
		const inResult = fact !== null && facts.length % 2 === 0
		told = inResult ? fact : null
		pending = Math.max(inResult ? 1 : 0, random.between(0, 3))
		const words = `Turn ${turn}: ${'please move the crate a little. '.repeat(random.between(1, 12))}`
		kit.post(fact !== null && !inResult ? `${fact}. ${words}` : words, `m${turn}`)
		await kit.settleDown()
	}

	const end = JSON.stringify(last)
	const fifteen = JSON.stringify(transcript.slice(-KEEP_LAST))
	const found = (fact: string): boolean => {
		const query = fact.split(' is ')[0] ?? ''
		return JSON.stringify(recall(kit.store, { query }, () => '')).includes(fact)
	}
	const notShown = facts.filter((fact) => !end.includes(fact))
	const { view, everything, lastFifteen } = meters
	return {
		requests,
		summaries: kit.store.summaries(1_000).length,
		view,
		everything,
		lastFifteen,
		largestRequest: view.largest,
		facts: facts.length,
		shown: facts.length - notShown.length,
		recalled: notShown.filter(found).length,
		lost: notShown.filter((fact) => !found(fact)),
		inLastFifteen: facts.filter((fact) => fifteen.includes(fact)).length,
	}
}
