/** CPU of a turn by length of history: the run's machine over SQLite in this process, nothing else. */

import type { ChatProvider } from '../../worker/src/agent/model/types.ts'
import { MachineKit } from '../../worker/test/machine-kit.ts'
import type { Row, Section } from '../report.ts'
import { median } from '../stats.ts'

const HISTORIES = [10, 1_000, 5_000]
const DELTAS = 2_000
const USAGE = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
/** The longest against the shortest; a model's input grows until its window is full. */
const AIM_FACTOR = 1.5

function speaking(): ChatProvider {
	const text = 'word '.repeat(DELTAS)
	return {
		id: 'bench',
		async *stream() {
			yield { type: 'text-start', id: 't' }
			for (let i = 0; i < DELTAS; i++) yield { type: 'text-delta', id: 't', delta: 'word ' }
			yield { type: 'text-end', id: 't' }
			yield { type: 'finish', reason: 'stop', usage: USAGE, parts: [{ type: 'text', text }] }
		},
	}
}

function fill(kit: MachineKit, count: number): void {
	kit.store.transaction(() => {
		for (let i = 0; i < count; i++) {
			const role = i % 2 === 0 ? ('user' as const) : ('assistant' as const)
			const parts = [{ type: 'text' as const, text: `Message ${i} of an earlier turn.` }]
			kit.store.insertMessage({
				id: `old${i}`,
				role,
				ui: { id: `old${i}`, role, parts },
				model: [{ role, parts }],
				runId: 'run_old',
				createdAt: i,
			})
		}
	})
}

export async function turnCpu(quick: boolean): Promise<Section> {
	const rounds = quick ? 5 : 25
	const kits = HISTORIES.map((history) => {
		const kit = new MachineKit({ provider: speaking() })
		fill(kit, history)
		return { history, kit, times: [] as number[] }
	})
	// Alternating, so that a busy moment of the machine affects all of them.
	for (let round = 0; round <= rounds; round++) {
		for (const { kit, times } of kits) {
			const before = process.cpuUsage()
			kit.post('go', `m${round}`)
			await kit.settleDown()
			const { user, system } = process.cpuUsage(before)
			if (kit.store.latestRun()?.state !== 'completed') throw new Error('The turn did not end.')
			kit.frames = ''
			// The first round pays for compiling.
			if (round > 0) times.push((user + system) / 1_000)
		}
	}
	const cpu = kits.map(({ times }) => median(times))
	const factor = Math.max(...cpu) / Math.min(...cpu)
	return {
		title: `CPU of a turn of ${DELTAS.toLocaleString('en-US')} deltas, by length of history (${rounds} rounds in Node)`,
		rows: [
			...kits.map(
				({ history }, i): Row => ({
					what: `after ${history.toLocaleString('en-US')} messages`,
					value: cpu[i] ?? Number.NaN,
					unit: 'ms',
				}),
			),
			{
				what: 'most against least',
				value: factor,
				unit: '×',
				aim: `≤ ${AIM_FACTOR}`,
				met: factor <= AIM_FACTOR,
			},
		],
	}
}
