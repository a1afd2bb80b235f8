/** Warriors that a call names or brings, assembled for a battle. */
import { assemble, type Problem, STOCK_WARRIORS, type Warrior } from '@fairlead/corewar/source'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { ArenaClient } from '../client/client.ts'
import { type ArenaMode, type BattleSettings, SETTINGS } from '../rules/settings.ts'
import { problemOutcome } from './problem-outcome.ts'

type Refused = Extract<CallOutcome, { status: 'error' }>

export type Fighters =
	| { readonly ok: true; readonly warriors: readonly Warrior[] }
	| { readonly ok: false; readonly outcome: Refused }

const STOCK = 'stock:'
const STORED = 'warrior:'
const NAMES = STOCK_WARRIORS.map(({ name }) => name)
const MAX_ERRORS = 10

/** @param mode by default that of duels for two warriors, and that of arenas for more */
export const settingsFor = (
	mode: ArenaMode | undefined,
	warriors: number,
	rounds: number,
): BattleSettings => ({
	...SETTINGS[mode ?? (warriors > 2 ? 'arena' : '1v1')],
	warriors,
	rounds,
})

/** All or none: the first that cannot fight is the outcome. */
export async function fightersOf(
	wanted: readonly string[],
	settings: BattleSettings,
	arena: () => Promise<ArenaClient | Refused>,
): Promise<Fighters> {
	const room = Math.floor(settings.coreSize / settings.minDistance)
	if (settings.warriors > room) return { ok: false, outcome: noRoom(settings.warriors, room) }
	const warriors: Warrior[] = []
	for (const [slot, one] of wanted.entries()) {
		const found = await sourceOf(one, arena)
		if (typeof found !== 'string') return { ok: false, outcome: found }
		const assembled = assemble(found, settings)
		if (!assembled.ok) return { ok: false, outcome: notAssembled(slot, assembled.errors) }
		warriors.push(assembled.warrior)
	}
	return { ok: true, warriors: numbered(warriors) }
}

/** Those of one name, many of which have none, are told apart by their places in the call. */
function numbered(warriors: readonly Warrior[]): readonly Warrior[] {
	const isAlone = ({ name }: Warrior) => warriors.filter((one) => one.name === name).length === 1
	return warriors.map((one, slot) =>
		isAlone(one) ? one : { ...one, name: `${one.name} (${slot + 1})` },
	)
}

async function sourceOf(
	wanted: string,
	arena: () => Promise<ArenaClient | Refused>,
): Promise<string | Refused> {
	const said = wanted.trim()
	if (said.startsWith(STOCK)) {
		const name = said.slice(STOCK.length).trim().toLowerCase()
		const stock = STOCK_WARRIORS.find((one) => one.name.toLowerCase() === name)
		if (stock) return stock.source
		return failed('not_found', `There is no stock warrior "${name}".`, {
			hint: `There are: ${NAMES.join(', ')}.`,
			data: { names: NAMES },
		})
	}
	if (!said.startsWith(STORED)) return wanted
	const id = Number(said.slice(STORED.length))
	if (!Number.isInteger(id) || id < 1)
		return failed('invalid_arguments', `"${said}" names no warrior.`, {
			hint: 'Write warrior: and its number, such as warrior:12. get_player_profile shows it.',
		})
	const client = await arena()
	if ('status' in client) return client
	const stored = await client.warrior(id)
	return stored.ok ? stored.value.redcode : problemOutcome(stored.problem)
}

const noRoom = (wanted: number, room: number): Refused =>
	failed('invalid_arguments', `The core of 1v1 has room for ${room} warriors, not ${wanted}.`, {
		hint: 'Call again with mode "arena".',
	})

const notAssembled = (slot: number, errors: readonly Problem[]): Refused =>
	failed('invalid_arguments', `Warrior ${slot + 1} does not assemble: ${lineOf(errors[0])}`, {
		hint: 'Mend its source, then call again. assemble shows all errors.',
		data: { errors: errors.slice(0, MAX_ERRORS) },
	})

const lineOf = (problem: Problem | undefined): string =>
	problem ? `line ${problem.line}: ${problem.message}` : 'it is empty.'
