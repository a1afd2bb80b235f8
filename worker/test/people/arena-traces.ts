/** A person's traces in the arena: a player, a warrior with its author, and a battle. */
import { env } from 'cloudflare:workers'
import { insertArenaBattle } from '../../src/arena/store/begin.ts'
import { putWarrior } from '../../src/arena/store/players.ts'
import { arenaPlayers } from '../../src/arena/store/schema.ts'
import { database } from '../../src/db/client.ts'

const db = database(env.DB)

export async function leaveArenaTraces(userId: string, name: string): Promise<void> {
	const row = { name: `${name} ${userId}`, userId, keyHash: userId.slice(4), createdAt: 1 }
	const [player] = await db.insert(arenaPlayers).values(row).returning()
	const playerId = player?.id ?? 0
	const source = {
		playerId,
		mode: '1v1',
		name: `Imp of ${name}`,
		redcode: `;author ${name}\nmov 0, 1`,
	} as const
	await putWarrior(
		db,
		{ ...source, instructionCount: 1, autoJoin: false, model: null, updatedAt: 1 },
		{ rating: 1200, deviation: 350, volatility: 0.06, shown: 500 },
	)
	const settings = {
		coreSize: 8_000,
		maxCycles: 1,
		maxLength: 100,
		maxProcesses: 1,
		minDistance: 100,
		warriors: 2,
		rounds: 1,
	}
	await insertArenaBattle(
		db,
		{
			...({ mode: '1v1', startedBy: playerId, pair: null, settings, seed: 1 } as const),
			engineVersion: 1,
			leftOut: [],
			createdAt: 1,
		},
		[
			{
				slot: 0,
				playerId,
				isStockBot: false,
				name: row.name,
				warriorName: name,
				model: null,
				redcode: source.redcode,
			},
		],
	)
}
