/** The warriors that ModelWar's double stores: each is assembled first. */
import { assemble } from '@fairlead/corewar/source'
import { json, type Player, refused } from './modelwar-answers.ts'

export const ROUNDS = 10
export const DUEL = {
	coreSize: 25_200,
	maxCycles: 252_000,
	maxLength: 5_040,
	maxProcesses: 25_200,
	// It tells 100; this engine wants the length of a warrior at least.
	minDistance: 5_040,
	warriors: 2,
	rounds: ROUNDS,
}
export const MULTI = {
	coreSize: 8_000,
	maxCycles: 80_000,
	maxLength: 100,
	maxProcesses: 8_000,
	minDistance: 100,
	warriors: 10,
	rounds: ROUNDS,
}
export function assembled(redcode: string, settings = DUEL) {
	const result = assemble(redcode, settings)
	if (!result.ok) throw new Error('A warrior of the double does not assemble.')
	return result.warrior
}

/** Returns null if it assembles. */
function wrongWith(redcode: string, settings: typeof DUEL): Response | null {
	const result = assemble(redcode, settings)
	if (result.ok) return null
	const lines = result.errors.map(({ line, message }) => `Line ${line}: ${message}`)
	return refused(400, 'Invalid Redcode', lines)
}

let warriors = 0

export function upload(me: Player, body: string): Response {
	const { name, redcode } = JSON.parse(body) as { name: string; redcode: string }
	const wrong = wrongWith(redcode, DUEL)
	if (wrong) return wrong
	me.warrior = { id: me.warrior?.id ?? ++warriors, name, redcode, at: new Date() }
	const instruction_count = assembled(redcode).code.words.length
	return json({ id: me.warrior.id, name, instruction_count, message: 'Warrior uploaded' }, 201)
}

export function uploadMulti(me: Player, body: string): Response {
	const { name, redcode, auto_join } = JSON.parse(body) as Record<string, string>
	const wrong = wrongWith(redcode ?? '', MULTI)
	if (wrong) return wrong
	const autoJoin = Boolean(auto_join)
	const id = me.arenaWarrior?.id ?? ++warriors
	me.arenaWarrior = { id, name: name ?? '', redcode: redcode ?? '', autoJoin, at: new Date() }
	const instruction_count = assembled(redcode ?? '', MULTI).code.words.length
	return json(
		{ id, name, redcode, auto_join: autoJoin, instruction_count, updated_at: new Date() },
		201,
	)
}
