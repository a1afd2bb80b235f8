/** Core War: writing a bomber, trying it, and fighting with it in the arena. */
import { bag, bags, list } from '@fairlead/protocol/wire/safe-read'
import { call, calls, type Desk, Halt, type Perform } from './desk.ts'
import { bullets, counted } from './words.ts'

/** Bombers that differ in how far their bombs lie apart. */
const STEPS = [4, 3044, 2667] as const
const ROUNDS = 5
const STILL_FOUGHT = 'The battle is still being fought. Its result will be on the ladder.'

export interface Warrior {
	readonly name: string
	readonly redcode: string
}

const DWARF: Warrior = { name: 'Dwarf', redcode: 'stock:Dwarf' }

const bomber = (step: number): Warrior => ({
	name: `Demo Bomber ${step}`,
	redcode: `;redcode-94
;name Demo Bomber ${step}
;author Fairlead's demo model
;strategy Bombs every ${step}th cell
;assert CORESIZE >= 8000
step    equ     ${step}
        org     loop
loop    mov.i   bomb, @aim
        add.ab  #step, aim
aim     jmp     loop, step
bomb    dat     #0, #0
        end
`,
})

const attempt = ({ redcode }: Warrior) => ({
	name: 'tournament',
	input: { warriors: [redcode], rounds: ROUNDS },
})

/** Tries some, and keeps the best. */
export const write: Perform = function* (desk) {
	desk.say("I'll read the arena's rules, then try bombers with three different steps.")
	yield* call("read the arena's rules", 'get_skill', {})
	const bombers = STEPS.map(bomber)
	const assemble = ({ redcode }: Warrior) => ({ name: 'assemble', input: { redcode } })
	yield* calls('assemble the bombers', bombers.map(assemble))
	const results = yield* calls('try the bombers', bombers.map(attempt))
	const tried = bombers.map((warrior, at) => {
		const own = bags(results[at]?.['standings']).find(({ name }) => name === warrior.name)
		return { warrior, points: Number(own?.['points'] ?? 0) }
	})
	const best = tried.reduce((one, other) => (other.points > one.points ? other : one)).warrior
	const lines = tried.map(({ warrior, points }) => `${warrior.name}: ${counted(points, 'point')}`)
	desk.warrior = best
	desk.say(
		`${bullets(`Against the stock warriors, ${ROUNDS} rounds each:`, lines)}\n${best.name} is the best of them:\n\n\`\`\`redcode\n${best.redcode}\`\`\`\n`,
	)
}

export const tryIt: Perform = function* (desk) {
	const warrior = warriorOf(desk)
	const [result = {}] = yield* calls(`try ${warrior.name}`, [attempt(warrior)])
	const lines = bags(result['pairs']).map(({ between, wins, ties }) => {
		const [won, lost] = list(wins)
		return `${list(between)[1]}: ${won} won, ${lost} lost, ${ties} tied`
	})
	desk.say(bullets(`${warrior.name} against the stock warriors:`, lines))
}

export const explain: Perform = function* (desk, { against = 'Imp' }) {
	const { name, redcode } = desk.warrior ?? DWARF
	const warriors = [redcode, `stock:${against}`]
	const result = yield* call('follow a round', 'explain_round', { warriors })
	const [death] = bags(result['deaths'])
	const cycles = counted(Number(result['cycles']), 'cycle')
	desk.say(
		death
			? `${result['winner']} won after ${cycles}: ${death['name']} executed ${death['instruction']} at ${death['address']}, written by ${death['written_by'] ?? 'nobody'}.`
			: `${name} and ${against} both lived for ${cycles}: a tie.`,
	)
}

export const evolve: Perform = function* (desk) {
	const { name, redcode } = desk.warrior ?? DWARF
	const { began } = yield* call(`evolve ${name}`, 'evolve', { warrior: redcode })
	const begun = `${name} is being bred against the stock warriors now, which takes most of an hour and continues while this page is closed.`
	const other = 'Your last evolution is still running, so I began no other one.'
	desk.say(`${began ? begun : other} Its family tree is in the workbench, under Evolution.`)
}

export const upload: Perform = function* (desk) {
	const { name, redcode } = warriorOf(desk)
	const result = yield* call(`upload ${name}`, 'upload_warrior', { name, redcode })
	const size = counted(Number(result['instruction_count']), 'instruction')
	desk.say(`${name} is your warrior for duels now, with ${size}.`)
}

export const leaderboard: Perform = function* (desk) {
	const result = yield* call('read the leaderboard', 'get_leaderboard', { per_page: 10 })
	const lines = bags(result['leaderboard']).map(({ rank, name, rating }) => {
		return `#${rank} ${name}, ${rating}`
	})
	const players = counted(Number(result['total_players']), 'player')
	const nobody = 'Nobody is on the leaderboard yet.'
	desk.say(lines.length > 0 ? bullets(`The best of ${players}:`, lines) : nobody)
}

/** The best player; where there is nobody else, an arena with stock bots. */
export const fight: Perform = function* (desk) {
	const [me = {}, board = {}] = yield* calls('look at the ladder', [
		{ name: 'get_profile', input: {} },
		{ name: 'get_leaderboard', input: { per_page: 10 } },
	])
	const other = bags(board['leaderboard']).find(({ id }) => id !== me['id'])
	if (!other) {
		desk.say('Nobody else is on the ladder, so I start an arena with stock bots.')
		return yield* arena(desk, {})
	}
	const { id: defender_id, name } = other
	const result = yield* call(`challenge ${name}`, 'challenge_player', { defender_id })
	if (result['status'] === 'running') return desk.say(STILL_FOUGHT)
	const { challenger_wins: won, defender_wins: lost, ties } = bag(result['score'])
	const { before, after } = bag(bag(result['rating_changes'])['challenger'])
	desk.say(
		`You against ${name}: ${won} won, ${lost} lost, ${ties} tied. Your rating went from ${before} to ${after}.`,
	)
}

export const arena: Perform = function* (desk) {
	const own = { ...warriorOf(desk), auto_join: false }
	yield* call(`upload ${own.name} for arenas`, 'upload_arena_warrior', own)
	const result = yield* call('start an arena', 'start_arena', {})
	if (result['status'] === 'running') return desk.say(STILL_FOUGHT)
	const lines = bags(result['placements']).map(
		({ placement, name, total_score }) => `#${placement} ${name}, ${total_score}`,
	)
	desk.say(bullets('The arena is over, with points after each name:', lines))
}

function warriorOf({ warrior }: Desk): Warrior {
	if (warrior) return warrior
	throw new Halt('There is no warrior in this conversation yet. Say “write a bomber” first.')
}
