/** One round, step by step: how it began, who died of what, and how it ended. */
import { createBattle, NOBODY, type Simulator } from '@fairlead/corewar/source'
import { type ToolArgs, type ToolResult, TRACED_STEPS } from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { Engine } from './engine-tools.ts'
import { fightersOf, settingsFor } from './fighters.ts'

type Refused = Extract<CallOutcome, { status: 'error' }>
type Explained = ToolResult<'explain_round', 'run'>

/** Steps between two pauses. */
const SLICE_STEPS = 200_000

export async function explained(
	{ warriors: wanted, round, mode, seed }: ToolArgs<'explain_round', 'run'>,
	{ arena, pause, signal }: Engine,
): Promise<Explained | Refused> {
	const settings = settingsFor(mode, wanted.length, round)
	const found = await fightersOf(wanted, settings, arena)
	if (!found.ok) return found.outcome
	const { warriors } = found
	const names = warriors.map(({ name }) => name)
	const nameOf = (warrior: number) => names[warrior] ?? ''
	const sim = createBattle({ warriors, settings, seed }).replay(round - 1, { trace: true })
	const writers = Uint8Array.from(sim.territory?.owners ?? [])
	const opening = steps(sim, TRACED_STEPS, nameOf)
	sim.seek(0)
	const deaths: Explained['deaths'] = []
	for (let done = 1; !sim.isOver; done++) {
		const { cycle } = sim
		const trace = sim.step()
		if (!trace) break
		if (trace.died) {
			const by = writers[trace.address] ?? NOBODY
			deaths.push({
				name: nameOf(trace.warrior),
				cycle,
				address: trace.address,
				instruction: oneLine(sim.cell(trace.address).text),
				written_by: by === NOBODY ? null : nameOf(by),
			})
		}
		for (let i = 0; i < trace.writeCount; i++) writers[trace.writes[i] ?? 0] = trace.warrior
		if (done % SLICE_STEPS !== 0) continue
		await pause()
		if (signal.aborted) return failed('cancelled', 'The run was stopped before the round was over.')
	}
	const { cycle: cycles, winner } = sim
	const owned = warriors.map((_, at) => writers.reduce((sum, by) => sum + (by === at ? 1 : 0), 0))
	const processes = warriors.map((_, at) => sim.processes(at).length)
	sim.seek(Math.max(0, cycles - TRACED_STEPS))
	return {
		cycles,
		winner: winner === null ? null : nameOf(winner),
		warriors: names.map((name, at) => ({
			name,
			position: sim.positions[at] ?? 0,
			processes: processes[at] ?? 0,
			cells: owned[at] ?? 0,
		})),
		deaths,
		opening,
		ending: steps(sim, Number.POSITIVE_INFINITY, nameOf).slice(-TRACED_STEPS),
	}
}

/** `3 Dwarf 120: ADD.AB #4, $3`: cycle, warrior, address, and the instruction as it stood before it ran. */
function steps(sim: Simulator, most: number, nameOf: (warrior: number) => string): string[] {
	const lines: string[] = []
	while (lines.length < most && !sim.isOver) {
		const { cycle, turn } = sim
		const [address = 0] = sim.processes(turn)
		lines.push(`${cycle} ${nameOf(turn)} ${address}: ${oneLine(sim.cell(address).text)}`)
		if (!sim.step()) break
	}
	return lines
}

/** An instruction of a load file without its columns. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
