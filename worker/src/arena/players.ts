/** Players: their names and API keys. */
import type { ArenaRegistered } from '@fairlead/protocol/arena/arena'
import type { Database } from '../db/client.ts'
import { hashSecret, mintSecret } from '../platform/secrets.ts'
import { isSuspended } from '../usage/store/allowances.ts'
import { NEW_RATING, shownRating } from './rules/glicko2.ts'
import { STOCK_BOTS } from './rules/seats.ts'
import {
	type ArenaPlayerRow,
	arenaPlayerByKey,
	arenaPlayerOfUser,
	FORMER_PLAYER,
	insertArenaPlayer,
	setArenaKey,
} from './store/players.ts'

/** Lets secret scanners and people recognise a key. */
const PREFIX = 'fcw_'

const KEEP =
	'Keep this API key: it is shown once. Send it as "Authorization: Bearer <api_key>". Read skill.md next.'

const registered = ({ id, name }: ArenaPlayerRow, api_key: string): ArenaRegistered => ({
	id,
	name,
	api_key,
	rating: shownRating(NEW_RATING),
	message: KEEP,
})

const spaced = (name: string): string =>
	name
		.replaceAll(/[-_. ]+/g, ' ')
		.trim()
		.toLowerCase()
const RESERVED = [FORMER_PLAYER, ...STOCK_BOTS.map(({ name }) => name)].map(spaced)

/** Names that the arena itself gives: a player with one of them would be taken for a bot, or for somebody who has left. */
export const isReserved = (name: string): boolean =>
	RESERVED.includes(spaced(name).replace(/ ?\d+$/, ''))

/** @returns undefined if the name is taken or reserved, or this person has a player already */
export async function registerPlayer(
	db: Database,
	{ name, userId }: { readonly name: string; readonly userId: string | null },
	now: number,
): Promise<ArenaRegistered | undefined> {
	if (isReserved(name)) return undefined
	const key = `${PREFIX}${mintSecret()}`
	const keyHash = await hashSecret(key)
	const row = await insertArenaPlayer(db, { name, userId, keyHash, createdAt: now })
	return row && registered(row, key)
}

/** A new key for this person's player; the one before it ends. Returns undefined if the person has no player. */
export async function replaceKey(
	db: Database,
	userId: string,
): Promise<{ readonly id: number; readonly name: string; readonly key: string } | undefined> {
	const player = await arenaPlayerOfUser(db, userId)
	if (!player) return undefined
	const key = `${PREFIX}${mintSecret()}`
	await setArenaKey(db, player.id, await hashSecret(key))
	return { id: player.id, name: player.name, key }
}

/** The player whose key an `Authorization: Bearer fcw_…` header carries; not that of a suspended person. */
export async function playerWithKey(
	db: Database,
	authorization: string | undefined,
): Promise<ArenaPlayerRow | undefined> {
	const key = /^Bearer +(fcw_[A-Za-z0-9_-]{1,128})$/i.exec(authorization ?? '')?.[1]
	if (key === undefined) return undefined
	const player = await arenaPlayerByKey(db, await hashSecret(key))
	const userId = player?.userId ?? null
	return userId !== null && (await isSuspended(db, [userId])) ? undefined : player
}
