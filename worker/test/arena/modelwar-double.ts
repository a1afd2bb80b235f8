/**
 * ModelWar's API in memory, from what is known of it (not its code): rows straight from tables, dates in words, pages that are
 * clamped, one seed for all rounds, no Retry-After, a redirect from the apex, HTML where nothing is served. Battles have few
 * rounds, so that a test waits for nothing.
 */
import { battle, STOCK_WARRIORS } from '@fairlead/corewar/source'
import {
	type Duel,
	found,
	html,
	json,
	type Player,
	paged,
	recentRow,
	refused,
	shown,
	shownMe,
} from './modelwar-answers.ts'
import { assembled, DUEL, MULTI, ROUNDS, upload, uploadMulti } from './modelwar-warriors.ts'

const NEW_ELO = 1_200
const NEW_RD = 350
/** Points that a battle moves here; the rating itself is not what a client is tested with. */
const STEP = 100

export class ModelWarDouble {
	readonly #players: Player[] = []
	readonly #duels: Duel[] = []
	readonly #arenas: { readonly value: object; readonly replay: object }[] = []
	/** Answers every request so, until it is null again. */
	broken: (() => Response) | null = null
	readonly asked: Request[] = []

	readonly handle = async (request: Request): Promise<Response> => {
		this.asked.push(request.clone())
		if (this.broken) return this.broken()
		const { pathname, searchParams } = new URL(request.url)
		const body = request.method === 'POST' ? await request.text() : ''
		const [, id = ''] = /\/(\d+)(?:\/|$)/.exec(pathname) ?? []
		switch (`${request.method} ${pathname.replace(/\/\d+(?=\/|$)/, '/:id')}`) {
			case 'POST /api/register':
				return this.#register(body)
			case 'GET /api/me':
				return this.#as(request, (me) => json(shownMe(me)))
			case 'POST /api/warriors':
				return this.#as(request, (me) => upload(me, body))
			case 'POST /api/arena/warrior':
				return this.#as(request, (me) => uploadMulti(me, body))
			case 'GET /api/warriors/:id':
				return this.#warrior(Number(id))
			case 'POST /api/challenge':
				return this.#as(request, (me) => this.#challenge(me, body))
			case 'GET /api/battles':
				return this.#as(request, (me) => this.#own(me, searchParams))
			case 'GET /api/battles/:id':
				return this.#battle(Number(id))
			case 'GET /api/battles/:id/replay':
				return this.#replay(Number(id))
			case 'GET /api/recent-battles':
				return this.#recent(searchParams)
			case 'GET /api/players/:id':
				return this.#player(Number(id))
			case 'GET /api/players/:id/battles':
				return this.#playerBattles(Number(id), searchParams)
			case 'GET /api/leaderboard':
				return this.#leaderboard(searchParams)
			case 'GET /api/arena-leaderboard':
				return json({
					leaderboard: this.#players.map(({ id, name }, i) => ({
						rank: i + 1,
						id,
						name,
						rating: 500,
						arena_wins: 0,
						arena_losses: 0,
						arena_ties: 0,
					})),
				})
			case 'POST /api/arena/start':
				return this.#as(request, (me) => this.#start(me))
			case 'GET /api/arenas/:id':
				return found(this.#arenas[Number(id) - 1]?.value, 'Arena not found')
			case 'GET /api/arenas/:id/replay':
				return found(this.#arenas[Number(id) - 1]?.replay, 'Arena not found')
			case 'GET /skill.md':
			case 'GET /docs/theory.md':
				return new Response('# Core War\n', { headers: { 'content-type': 'text/markdown' } })
			default:
				return html(404)
		}
	}

	#as(request: Request, handle: (me: Player) => Response): Response {
		const key = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '')
		const me = this.#players.find((one) => one.key === key)
		return me ? handle(me) : refused(401, 'Unauthorized. Provide a valid API key')
	}

	#register(body: string): Response {
		const { name } = JSON.parse(body) as { name: string }
		if (!/^[a-zA-Z0-9_\-. ]{2,100}$/.test(name)) {
			return refused(400, 'Name can only contain letters, numbers and some signs')
		}
		if (this.#players.some((one) => one.name === name)) {
			return refused(409, 'A player with that name already exists')
		}
		const player: Player = {
			id: this.#players.length + 1,
			name,
			key: crypto.randomUUID(),
			createdAt: new Date(),
			elo: NEW_ELO,
			rd: NEW_RD,
			score: { wins: 0, losses: 0, ties: 0 },
			warrior: null,
			arenaWarrior: null,
		}
		this.#players.push(player)
		const { id, key: api_key } = player
		return json({ id, name, api_key, rating: shown(player), message: 'Save your API key' }, 201)
	}

	#warrior(id: number): Response {
		const player = this.#players.find(({ warrior }) => warrior?.id === id)
		if (!player?.warrior) return refused(404, 'Warrior not found')
		const { name, redcode, at } = player.warrior
		return json({
			id,
			name,
			redcode,
			created_at: at,
			updated_at: at,
			player: { id: player.id, name: player.name, rating: shown(player) },
		})
	}

	#challenge(me: Player, body: string): Response {
		const { defender_id } = JSON.parse(body) as { defender_id: number }
		if (defender_id === me.id) return refused(400, 'You cannot challenge yourself')
		const other = this.#players.find(({ id }) => id === defender_id)
		if (!other) return refused(404, 'Defender not found')
		if (!me.warrior) return refused(400, 'You must upload a warrior before challenging')
		if (!other.warrior) return refused(400, 'Defender has no warrior uploaded')
		const [mine, theirs] = [assembled(me.warrior.redcode), assembled(other.warrior.redcode)]
		const seed = 7
		const { rounds, standings } = battle({ warriors: [mine, theirs], settings: DUEL, seed })
		const [own = 0, others = 0] = standings.map(({ wins }) => wins)
		const score = { challenger_wins: own, defender_wins: others, ties: ROUNDS - own - others }
		const result = own > others ? 'challenger_win' : others > own ? 'defender_win' : 'tie'
		const round_results = rounds.map(({ winner }, i) => ({
			round: i + 1,
			seed,
			winner: winner === 0 ? 'challenger' : winner === 1 ? 'defender' : 'tie',
		}))
		const before = [me, other].map(({ elo, rd }) => ({ elo, rd, shown: shown({ elo, rd }) }))
		move(me, result === 'tie' ? 'ties' : result === 'challenger_win' ? 'wins' : 'losses')
		move(other, result === 'tie' ? 'ties' : result === 'challenger_win' ? 'losses' : 'wins')
		const duel = {
			id: this.#duels.length + 1,
			challenger_id: me.id,
			defender_id: other.id,
			challenger_warrior_id: me.warrior.id,
			defender_warrior_id: other.warrior.id,
			result,
			rounds: ROUNDS,
			...score,
			round_results,
			created_at: new Date(),
			challenger_redcode: me.warrior.redcode,
			defender_redcode: other.warrior.redcode,
			challenger_elo_before: before[0]?.elo,
			challenger_elo_after: me.elo,
			challenger_rd_before: before[0]?.rd,
			challenger_rd_after: me.rd,
			defender_elo_before: before[1]?.elo,
			defender_elo_after: other.elo,
			defender_rd_before: before[1]?.rd,
			defender_rd_after: other.rd,
		}
		this.#duels.push(duel)
		const change = (player: Player, was = 0) => ({
			name: player.name,
			before: was,
			after: shown(player),
			change: shown(player) - was,
		})
		return json({
			battle_id: duel.id,
			result,
			diminishing_factor: 1,
			suicide_nullified: false,
			rounds: round_results,
			score,
			rating_changes: {
				challenger: change(me, before[0]?.shown),
				defender: change(other, before[1]?.shown),
			},
		})
	}

	/** The newest first. */
	#of(id: number): Duel[] {
		return this.#duels
			.filter(({ challenger_id, defender_id }) => [challenger_id, defender_id].includes(id))
			.toReversed()
	}

	/** Whole rows of the table, with sources and rounds. */
	#own(me: Player, query: URLSearchParams): Response {
		const all = this.#of(me.id)
		if (!query.has('page') && !query.has('per_page')) return json({ battles: all.slice(0, 20) })
		const { rows, pagination } = paged(all, query)
		return json({ battles: rows, pagination })
	}

	#name(id: number): string | undefined {
		return this.#players.find((one) => one.id === id)?.name
	}

	#battle(id: number): Response {
		const duel = this.#duels[id - 1]
		if (!duel) return refused(404, 'Battle not found')
		const side = (which: 'challenger' | 'defender') => ({
			id: duel[`${which}_id`],
			name: this.#name(duel[`${which}_id`]),
			elo_before: duel[`${which}_elo_before`],
			elo_after: duel[`${which}_elo_after`],
			rd_before: duel[`${which}_rd_before`],
			rd_after: duel[`${which}_rd_after`],
			redcode: duel[`${which}_redcode`],
		})
		const { result, rounds, round_results, created_at, challenger_wins, defender_wins, ties } = duel
		return json({
			id,
			result,
			rounds,
			round_results,
			created_at,
			score: { challenger_wins, defender_wins, ties },
			challenger: side('challenger'),
			defender: side('defender'),
		})
	}

	#replay(id: number): Response {
		const duel = this.#duels[id - 1]
		if (!duel) return refused(404, 'Battle not found')
		const side = (which: 'challenger' | 'defender') => ({
			name: this.#name(duel[`${which}_id`]) ?? `Player #${duel[`${which}_id`]}`,
			redcode: duel[`${which}_redcode`],
		})
		return json({
			battle_id: id,
			challenger: side('challenger'),
			defender: side('defender'),
			round_results: duel['round_results'],
			settings: {
				coreSize: 25_200,
				maxCycles: 252_000,
				maxLength: 5_040,
				maxTasks: 25_200,
				minSeparation: 100,
			},
		})
	}

	#recent(query: URLSearchParams): Response {
		const { rows, pagination } = paged(this.#duels.toReversed(), query)
		const arenas = this.#arenas.map((_, i) => ({
			type: 'arena',
			id: i + 1,
			participant_count: 10,
			created_at: String(new Date()),
		}))
		const names = this.#players.map(({ id, name }) => [id, name])
		return json({
			battles: [...rows.map(recentRow), ...arenas],
			playerNames: Object.fromEntries(names),
			pagination,
		})
	}

	#playerRows(id: number) {
		return this.#of(id).map((duel) => {
			const isChallenger = duel.challenger_id === id
			const other = isChallenger ? duel.defender_id : duel.challenger_id
			const won = isChallenger ? 'challenger_win' : 'defender_win'
			const { result, challenger_wins, defender_wins, ties, created_at } = duel
			return {
				id: duel.id,
				type: '1v1',
				href: `/battles/${duel.id}`,
				created_at,
				rating_change: 1,
				opponent: { id: other, name: this.#name(other) },
				result: result === 'tie' ? 'tie' : result === won ? 'win' : 'loss',
				score: `${challenger_wins}-${defender_wins}-${ties}`,
			}
		})
	}

	#player(id: number): Response {
		const player = this.#players.find((one) => one.id === id)
		if (!player) return refused(404, 'Player not found')
		const { name, score, warrior, createdAt } = player
		const all = score.wins + score.losses + score.ties
		return json({
			id,
			name,
			rating: shown(player),
			provisional: player.rd > 200,
			...score,
			win_rate: all === 0 ? 0 : Math.round((score.wins / all) * 100),
			rating_history: all === 0 ? [] : [500, shown(player)],
			warrior: warrior && { name: warrior.name, redcode: warrior.redcode, updated_at: warrior.at },
			recent_battles: this.#playerRows(id).slice(0, 20),
			created_at: createdAt,
		})
	}

	#playerBattles(id: number, query: URLSearchParams): Response {
		if (this.#name(id) === undefined) return refused(404, 'Player not found')
		const { rows, pagination } = paged(this.#playerRows(id), query)
		return json({ battles: rows, pagination })
	}

	#leaderboard(query: URLSearchParams): Response {
		const ranked = this.#players.toSorted((a, b) => shown(b) - shown(a))
		const { rows, pagination, offset } = paged(ranked, query)
		return json({
			leaderboard: rows.map((player, i) => ({
				rank: offset + i + 1,
				id: player.id,
				name: player.name,
				rating: shown(player),
				rating_deviation: player.rd,
				...player.score,
			})),
			total_players: ranked.length,
			pagination,
		})
	}

	#start(me: Player): Response {
		if (!me.arenaWarrior) return refused(400, 'No arena warrior found. Upload one first')
		const bots = Array.from({ length: 9 }, (_, i) => STOCK_WARRIORS[i % STOCK_WARRIORS.length])
		const warriors = [
			{ name: me.name, redcode: me.arenaWarrior.redcode, is_stock_bot: false },
			...bots.map((bot) => ({
				name: bot?.name ?? '',
				redcode: bot?.source ?? '',
				is_stock_bot: true,
			})),
		].map((one, slot_index) => ({ slot_index, ...one }))
		const seed = 7
		const fought = battle({
			warriors: warriors.map(({ redcode }) => assembled(redcode, MULTI)),
			seed,
			settings: MULTI,
		})
		const ranked = warriors
			.map((one) => ({ one, points: fought.standings[one.slot_index]?.points ?? 0 }))
			.sort((a, b) => b.points - a.points)
		const placements = ranked.map(({ one, points }, i) => ({
			slot_index: one.slot_index,
			player_id: one.is_stock_bot ? null : me.id,
			name: one.name,
			is_stock_bot: one.is_stock_bot,
			placement: i + 1,
			total_score: points,
			rating_before: null,
			rating_after: null,
			rating_change: null,
		}))
		const id = this.#arenas.length + 1
		const at = new Date()
		this.#arenas.push({
			value: {
				id,
				session_id: crypto.randomUUID(),
				seed,
				total_rounds: ROUNDS,
				status: 'completed',
				participants: placements,
				started_at: at,
				completed_at: at,
				created_at: at,
			},
			replay: {
				arena_id: id,
				seed,
				total_rounds: ROUNDS,
				warriors,
				rounds: fought.rounds.map(({ survivors, winner }, i) => ({
					round_number: i + 1,
					seed,
					survivor_count: survivors.length,
					winner_slot: winner,
					scores: warriors.map(({ slot_index }) => (survivors.includes(slot_index) ? 1 : 0)),
				})),
				settings: {
					coreSize: 8_000,
					maxCycles: 80_000,
					maxLength: 100,
					maxProcesses: 8_000,
					minSeparation: 100,
					warriors: 10,
					rounds: ROUNDS,
				},
			},
		})
		return json({ arena_id: id, placements })
	}
}

function move(player: Player, what: keyof Player['score']): void {
	player.score[what]++
	player.elo += what === 'wins' ? STEP : what === 'losses' ? -STEP : 0
	player.rd -= 10.5
}
