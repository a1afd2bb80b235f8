/** Core War: writing a bomber, trying it, and fighting with it in the arena. */
import { call, calls, type Desk, Halt, type Plan } from './desk.ts'
import { asList, asRecord } from './transcript.ts'
import { counted } from './words.ts'

/** Bombers that differ in how far their bombs lie apart. */
const STEPS = [4, 3044, 2667] as const
const ROUNDS = 5
const SHOWN = 10

export interface Warrior {
	readonly name: string
	readonly redcode: string
}

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

/** Tries some, and keeps the best. */
export function* writeBomber(desk: Desk): Plan {
	desk.say("I'll read the arena's rules, then try bombers with three different steps.")
	yield* call("read the arena's rules", 'get_skill', {})
	const tried = STEPS.map(bomber)
	yield* calls(
		'assemble the bombers',
		tried.map(({ redcode }) => ({ name: 'assemble', input: { redcode } })),
	)
	const results = yield* calls(
		'try the bombers',
		tried.map(({ redcode }) => ({
			name: 'tournament',
			input: { warriors: [redcode], rounds: ROUNDS },
		})),
	)
	const points = results.map((result, at) => pointsOf(result, tried[at]?.name ?? ''))
	const best = points.indexOf(Math.max(...points))
	const chosen = tried[best]
	if (!chosen) throw new Halt('None of the bombers could be tried.')
	desk.warrior = chosen
	const each = tried.map(({ name }, at) => `- ${name}: ${counted(points[at] ?? 0, 'point')}`)
	desk.say(
		`Against the stock warriors, ${ROUNDS} rounds each:\n\n${each.join('\n')}\n\n${chosen.name} is the best of them:\n\n\`\`\`redcode\n${chosen.redcode}\`\`\`\n`,
	)
}

export function* tryIt(desk: Desk): Plan {
	const { name, redcode } = warriorOf(desk)
	const result = yield* call(`try ${name}`, 'tournament', { warriors: [redcode], rounds: ROUNDS })
	const lines = asList(result['pairs']).map(({ between, wins, ties }) => {
		const [, other] = between as [string, string]
		const [won, lost] = wins as [number, number]
		return `- ${other}: ${won} won, ${lost} lost, ${String(ties)} tied`
	})
	desk.say(`${name} against the stock warriors:\n\n${lines.join('\n')}\n`)
}

export function* explain(desk: Desk, against: string): Plan {
	const { name, redcode } = warriorOf(desk)
	const result = yield* call('follow a round', 'explain_round', {
		warriors: [redcode, `stock:${against}`],
	})
	const [death] = asList(result['deaths'])
	const { winner, cycles } = result
	desk.say(
		death
			? `${String(winner)} won after ${counted(Number(cycles), 'cycle')}: ${String(death['name'])} executed ${String(death['instruction'])} at ${String(death['address'])}, written by ${String(death['written_by'] ?? 'nobody')}.`
			: `${name} and ${against} both lived for ${counted(Number(cycles), 'cycle')}: a tie.`,
	)
}

export function* evolve(desk: Desk): Plan {
	const { name, redcode } = desk.warrior ?? { name: 'Dwarf', redcode: 'stock:Dwarf' }
	const { began } = yield* call(`evolve ${name}`, 'evolve', { warrior: redcode })
	desk.say(
		began === true
			? `${name} is being bred against the stock warriors now, which takes most of an hour and continues while this page is closed. Its family tree is in the workbench, under Evolution.`
			: 'Your last evolution is still running, so I began no other one. Its family tree is in the workbench, under Evolution.',
	)
}

export function* evolution(desk: Desk): Plan {
	const { state, progress, tried, best } = yield* call('read the evolution', 'get_evolution', {})
	const { name, score } = asRecord(best)
	const soFar = `${counted(Number(tried), 'mutant')} tried`
	desk.say(
		`Your evolution ${state === 'running' ? `is running, ${String(progress)} %` : `is ${String(state)}`}: ${soFar}${best === null ? '' : `, and the best is ${String(name)} with ${Number(score).toFixed(1)} % of all points`}.`,
	)
}

export function* upload(desk: Desk): Plan {
	const { name, redcode } = warriorOf(desk)
	const result = yield* call(`upload ${name}`, 'upload_warrior', { name, redcode })
	desk.say(
		`${name} is your warrior for duels now, with ${counted(Number(result['instruction_count']), 'instruction')}.`,
	)
}

export function* leaderboard(desk: Desk): Plan {
	const result = yield* call('read the leaderboard', 'get_leaderboard', { per_page: SHOWN })
	const rows = asList(result['leaderboard'])
	if (rows.length === 0) return desk.say('Nobody is on the leaderboard yet.')
	const lines = rows.map(({ rank, name, rating }) => `${rank}. ${name}, ${rating}`)
	desk.say(
		`The best of ${counted(Number(result['total_players']), 'player')}:\n\n${lines.join('\n')}\n`,
	)
}

/** The best player; where there is nobody else, an arena with stock bots. */
export function* fight(desk: Desk): Plan {
	const [me = {}, board = {}] = yield* calls('look at the ladder', [
		{ name: 'get_profile', input: {} },
		{ name: 'get_leaderboard', input: { per_page: SHOWN } },
	])
	const other = asList(board['leaderboard']).find(({ id }) => id !== me['id'])
	if (!other) {
		desk.say('Nobody else is on the ladder, so I start an arena with stock bots.')
		return yield* arena(desk)
	}
	const result = yield* call(`challenge ${String(other['name'])}`, 'challenge_player', {
		defender_id: other['id'],
	})
	if (result['status'] === 'running') return desk.say(STILL_FOUGHT)
	const { challenger_wins: won, defender_wins: lost, ties } = asRecord(result['score'])
	const own = asRecord(asRecord(result['rating_changes'])['challenger'])
	desk.say(
		`You against ${String(other['name'])}: ${String(won)} won, ${String(lost)} lost, ${String(ties)} tied. Your rating went from ${String(own['before'])} to ${String(own['after'])}.`,
	)
}

const STILL_FOUGHT = 'The battle is still being fought. Its result will be on the ladder.'

export function* arena(desk: Desk): Plan {
	const { name, redcode } = warriorOf(desk)
	yield* call(`upload ${name} for arenas`, 'upload_arena_warrior', {
		name,
		redcode,
		auto_join: false,
	})
	const result = yield* call('start an arena', 'start_arena', {})
	if (result['status'] === 'running') return desk.say(STILL_FOUGHT)
	const lines = asList(result['placements']).map(
		({ placement, name: who, total_score: score }) => `${placement}. ${who}, ${score}`,
	)
	desk.say(`The arena is over, with points after each name:\n\n${lines.join('\n')}\n`)
}

function warriorOf({ warrior }: Desk): Warrior {
	if (warrior) return warrior
	throw new Halt('There is no warrior in this conversation yet. Say “write a bomber” first.')
}

function pointsOf(result: Record<string, unknown>, name: string): number {
	const own = asList(result['standings']).find((one) => one['name'] === name)
	return Number(own?.['points'] ?? 0)
}
