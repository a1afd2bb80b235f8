import type { Usage } from '@fairlead/protocol/conversations/runs'
import { expect, it } from 'vitest'
import { Random } from '../../../../test/chaos/kit/random.ts'
import { volume } from '../../../../test/volume.ts'
import { callsTools, MachineKit } from '../../../test/machine-kit.ts'
import type { ChatProvider, ProviderEvent } from '../model/types.ts'
import type { OutboxPayload } from '../run/run-store.ts'
import { addUsage, NO_USAGE } from './budget.ts'

const SEEDS = volume(200)
const TURNS = 14
/** Long enough that some conversations need a summary. */
const LONG = 24_000

const overload = { class: 'overload', message: '529', retryable: true } as const
const kinds = [
	'text',
	'text',
	'text',
	'calls',
	'cut early',
	'cut late',
	'refused',
	'hangs',
	'silent',
] as const

/** The bill of a provider, beside the record of it. */
function billed(seed: number) {
	const random = new Random(seed)
	const below = (limit: number): number => Math.floor(random.next() * limit)
	const exact: Usage[] = []
	let estimated = 0
	let person: () => void = () => undefined
	const provider: ChatProvider = {
		id: 'random',
		async *stream(request, signal): AsyncGenerator<ProviderEvent> {
			const kind = kinds[below(kinds.length)] ?? 'text'
			const usage: Usage = {
				inputTokens: below(900) + 1,
				outputTokens: below(300) + 90,
				cacheReadTokens: below(5_000),
				cacheWriteTokens: below(400),
				...(below(2) ? { reasoningTokens: below(90) } : {}),
			}
			if (kind === 'refused') {
				yield { type: 'error', error: overload }
				return
			}
			const text = 'answer '.repeat(kind === 'text' ? LONG / 7 : 20)
			const id = `call_${seed}_${below(1e9)}`
			const call = { id, name: 'unity_query', input: { action: 'selection' } }
			if (
				kind === 'calls' &&
				!JSON.stringify(request.messages.at(-1)).includes('Write a summary')
			) {
				exact.push(usage)
				const events = callsTools([call])
				for (const event of events) yield event.type === 'finish' ? { ...event, usage } : event
				return
			}
			if (kind === 'cut early') yield { type: 'usage', usage }
			yield { type: 'text-start', id: 't' }
			yield { type: 'text-delta', id: 't', delta: text }
			switch (kind) {
				case 'cut early':
					exact.push(usage)
					yield { type: 'error', error: overload }
					return
				case 'cut late':
					estimated++
					yield { type: 'error', error: overload }
					return
				case 'hangs':
					estimated++
					setImmediate(person)
					await new Promise((resolve) => signal.addEventListener('abort', resolve))
					return
				default: {
					if (kind === 'silent') estimated++
					else exact.push(usage)
					yield { type: 'text-end', id: 't' }
					const parts = [{ type: 'text', text } as const]
					yield {
						type: 'finish',
						reason: 'stop',
						usage: kind === 'silent' ? NO_USAGE : usage,
						parts,
					}
				}
			}
		},
	}
	return {
		provider,
		below,
		exact,
		estimated: () => estimated,
		whenItHangs: (then: () => void) => {
			person = then
		},
	}
}

it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
	'every call is counted once, and a run is the sum of its calls (seed %i)',
	async (seed) => {
		const bill = billed(seed)
		const kit = new MachineKit({ provider: bill.provider })
		let posted = 0
		bill.whenItHangs(() => {
			if (bill.below(2)) void kit.machine.stop(null)
			else kit.post('Rather this.', `i${++posted}`, 'auto', { steer: 'interrupt' })
		})
		for (let turn = 0; turn < TURNS; turn++) {
			kit.post(`turn ${turn}`, `m${turn}`)
			await kit.settleDown()
		}
		const recorded: Usage[] = []
		for (const { payload } of kit.database.all<{ payload: string }>(
			'SELECT payload FROM outbox ORDER BY id',
		)) {
			const item = JSON.parse(payload) as OutboxPayload
			if (item.topic !== 'run-ended') continue
			const { run, calls = [] } = item
			const usages = calls.map(({ usage }) => usage)
			expect(usages.reduce(addUsage, NO_USAGE)).toEqual(run.usage)
			recorded.push(...usages)
		}
		const guessed = recorded.filter(({ estimatedTokens }) => estimatedTokens !== undefined)
		expect(guessed).toHaveLength(bill.estimated())
		expect(recorded.filter((usage) => !guessed.includes(usage))).toEqual(bill.exact)
	},
)
