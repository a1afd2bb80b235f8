/** The requests of a Core War project: writing a bomber, trying it, and fighting with it in the arena. */
import { bag, bags, list } from '@fairlead/protocol/wire/safe-read'
import { call, calls, type Desk, Halt, type Plan } from './desk.ts'
import { once, project } from './project.ts'
import { bullets, counted } from './words.ts'

/** Bombers that differ in how far their bombs lie apart. */
const STEPS = [4, 3044, 2667] as const
const ROUNDS = 5
const STILL_FOUGHT = 'The battle is still being fought. Its result will be on the ladder.'
const TOUR =
	'write a bomber, test it against the stock warriors, upload it, then fight the best player'

export type Warrior = { readonly name: string; readonly redcode: string }

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

const attempt = ({ redcode }: Warrior) => ({ warriors: [redcode], rounds: ROUNDS })

export const CORE_WAR = project(TOUR, {
	'write a bomber': ['(?:write|make)(?: me)? a (?:bomber|warrior)', write],
	'test it against the stock warriors': [
		'(?:test|try) (?:it|the (?:bomber|warrior))(?: against (?:the )?stock warriors)?',
		once(
			'try it',
			'tournament',
			(desk) => attempt(mine(desk)),
			({ pairs }, desk) => {
				const lines = bags(pairs).map(({ between, wins, ties }) => {
					const [won, lost] = list(wins)
					return `${list(between)[1]}: ${won} won, ${lost} lost, ${ties} tied`
				})
				return bullets(`${mine(desk).name} against the stock warriors:`, lines)
			},
		),
	],
	'explain a round against Imp': [
		'explain a round(?: against (?<against>[\\w ]+))?',
		function* (desk, { against = 'Imp' }) {
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
		},
	],
	'evolve my warrior overnight': [
		'(?:evolve|breed|improve) (?:it|(?:my|the) (?:warrior|bomber))(?: overnight)?',
		once(
			'evolve it',
			'evolve',
			({ warrior = DWARF }) => ({ warrior: warrior.redcode }),
			({ began }, { warrior = DWARF }) => {
				const begun = `${warrior.name} is being bred against the stock warriors now, which takes most of an hour and continues while this page is closed.`
				const other = 'Your last evolution is still running, so I began no other one.'
				return `${began ? begun : other} Its family tree is in the workbench, under Evolution.`
			},
		),
	],
	'upload it': [
		'upload (?:it|the (?:bomber|warrior))',
		once('upload it', 'upload_warrior', mine, ({ instruction_count }, desk) => {
			const size = counted(Number(instruction_count), 'instruction')
			return `${mine(desk).name} is your warrior for duels now, with ${size}.`
		}),
	],
	'fight the best player': ['(?:fight|challenge)(?: the best player)?', fight],
	'start an arena': ['start an arena', arena],
	'show the leaderboard': [
		'show(?: me)? the (?:leaderboard|ladder)',
		once('read the leaderboard', 'get_leaderboard', { per_page: 10 }, (result) => {
			const lines = bags(result['leaderboard']).map(
				({ rank, name, rating }) => `#${rank} ${name}, ${rating}`,
			)
			if (lines.length === 0) return 'Nobody is on the leaderboard yet.'
			return bullets(`The best of ${counted(Number(result['total_players']), 'player')}:`, lines)
		}),
	],
})

/** Tries some, and keeps the best. */
function* write(desk: Desk): Plan {
	desk.say("I'll read the arena's rules, then try bombers with three different steps.")
	yield* call("read the arena's rules", 'get_skill', {})
	const bombers = STEPS.map(bomber)
	const assemble = ({ redcode }: Warrior) => ({ name: 'assemble', input: { redcode } })
	yield* calls('assemble the bombers', bombers.map(assemble))
	const attempts = bombers.map((one) => ({ name: 'tournament', input: attempt(one) }))
	const results = yield* calls('try the bombers', attempts)
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

/** The best player; where there is nobody else, an arena with stock bots. */
function* fight(desk: Desk): Plan {
	const [me = {}, board = {}] = yield* calls('look at the ladder', [
		{ name: 'get_profile', input: {} },
		{ name: 'get_leaderboard', input: { per_page: 10 } },
	])
	const other = bags(board['leaderboard']).find(({ id }) => id !== me['id'])
	if (!other) {
		desk.say('Nobody else is on the ladder, so I start an arena with stock bots.')
		return yield* arena(desk)
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

function* arena(desk: Desk): Plan {
	const own = { ...mine(desk), auto_join: false }
	yield* call(`upload ${own.name} for arenas`, 'upload_arena_warrior', own)
	const result = yield* call('start an arena', 'start_arena', {})
	if (result['status'] === 'running') return desk.say(STILL_FOUGHT)
	const lines = bags(result['placements']).map(
		({ placement, name, total_score }) => `#${placement} ${name}, ${total_score}`,
	)
	desk.say(bullets('The arena is over, with points after each name:', lines))
}

function mine({ warrior }: Desk): Warrior {
	if (warrior) return warrior
	throw new Halt('There is no warrior in this conversation yet. Say “write a bomber” first.')
}
