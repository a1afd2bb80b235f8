/**
 * Pairing a computer with a project (RFC 8628). The command holds the device code, the person types the user code;
 * whoever knows only one of them gets nothing.
 */
import {
	type DeviceAuthorizationRequest,
	type DeviceToken,
	type DeviceTokenError,
	USER_CODE_ALPHABET,
	USER_CODE_LENGTH,
} from '@fairlead/protocol/computers/pairing'
import { roleMay } from '../access/can.ts'
import { countTry, uncountTry } from '../accounts/store/sign-in-failures.ts'
import type { Database } from '../db/client.ts'
import { newId } from '../ids.ts'
import { hashSecret, mintSecret } from '../platform/secrets.ts'
import { findProject } from '../projects/store/projects.ts'
import { relayTokenFrom } from './relay-tokens.ts'
import {
	decidePairing,
	findByDeviceCode,
	findPairing,
	insertPairing,
	type PairingRow,
	redeemPairing,
	setNextPoll,
} from './store/pairings.ts'

export const PAIRING_LIFE_MS = 10 * 60_000
const POLL_INTERVAL_MS = 5_000
const SLOWER_BY_MS = 5_000
/** Nobody pairs more computers at once. */
const MAX_OPEN = { ofAddress: 10, all: 2_000 } as const
/** Codes that one person may mistype within {@link PAIRING_LIFE_MS}. */
const MAX_WRONG_CODES = 10
/** Device codes that one address may invent in the same time. They cannot be guessed; this bounds who tries. */
const MAX_WRONG_DEVICE_CODES = 30
/** There are 25.6 billion codes: a taken one is rare; twice in a row it does not happen. */
const MINT_TRIES = 3

export interface Requester {
	/** Empty: not known. */
	readonly address: string
	readonly place: string
}

export interface Requested {
	readonly deviceCode: string
	readonly userCode: string
	readonly expiresInMs: number
	readonly intervalMs: number
}

/** Returns null if too many requests are open. */
export async function requestPairing(
	db: Database,
	{ host, platform, folder }: DeviceAuthorizationRequest,
	requester: Requester,
	now: number,
): Promise<Requested | null> {
	const deviceCode = mintSecret()
	const row = {
		id: newId('pai', now),
		deviceCodeHash: await hashSecret(deviceCode),
		host,
		platform,
		folder,
		...requester,
		createdAt: now,
		expiresAt: now + PAIRING_LIFE_MS,
		intervalMs: POLL_INTERVAL_MS,
		nextPollAt: now,
		state: 'pending',
		projectId: null,
		decidedBy: null,
	} as const
	for (let i = 0; i < MINT_TRIES; i++) {
		const userCode = mintUserCode()
		const stored = await insertPairing(db, { ...row, userCode }, MAX_OPEN)
		if (stored === 'full') return null
		if (stored === 'stored')
			return { deviceCode, userCode, expiresInMs: PAIRING_LIFE_MS, intervalMs: POLL_INTERVAL_MS }
	}
	return null
}

/** Evenly drawn: bytes beyond the last whole multiple of the alphabet's length are drawn again. */
function mintUserCode(): string {
	const letters = USER_CODE_ALPHABET.length
	const limit = 256 - (256 % letters)
	let code = ''
	while (code.length < USER_CODE_LENGTH) {
		const [byte = limit] = crypto.getRandomValues(new Uint8Array(1))
		if (byte < limit) code += USER_CODE_ALPHABET[byte % letters]
	}
	return code
}

/** The request with this user code. A person who types too many wrong ones has to wait. */
export async function openPairing(
	db: Database,
	userCode: string,
	userId: string,
	now: number,
): Promise<PairingRow | 'unknown' | 'too_many_tries'> {
	// Before the answer is known, so that of simultaneous tries each counts for the later ones.
	const client = `pair:${userId}`
	const [tries = 0] = await countTry(db, [client], now, now - PAIRING_LIFE_MS)
	if (tries > MAX_WRONG_CODES) return 'too_many_tries'
	const found = await findPairing(db, userCode, now)
	if (!found) return 'unknown'
	await uncountTry(db, [client])
	return found
}

/** False if it has expired or was answered differently. Repeating an answer changes nothing. */
export async function answerPairing(
	db: Database,
	{ id, state }: PairingRow,
	answer: {
		readonly userId: string
		readonly projectId: string | null
		/** The computer's; missing: its host's. */
		readonly name?: string | undefined
	},
	now: number,
): Promise<boolean> {
	const decision = answer.projectId === null ? 'denied' : 'approved'
	if (state === 'redeemed') return false
	const { userId: decidedBy, projectId, name } = answer
	const named = name === undefined ? {} : { host: name }
	const decided = { state: decision, projectId, decidedBy, ...named } as const
	return (await decidePairing(db, id, decided, now)) !== undefined
}

const refused = (
	error: DeviceTokenError['error'],
	error_description: string,
): DeviceTokenError => ({ error, error_description })

/**
 * A poll of the command. The token follows from the device code, so that a lost answer loses nothing. Unknown codes
 * of an address are counted; a right one is always found.
 */
export async function redeem(
	db: Database,
	deviceCode: string,
	address: string,
	now: number,
): Promise<DeviceToken | DeviceTokenError | 'too_many_tries'> {
	const row = await findByDeviceCode(db, await hashSecret(deviceCode))
	if (!row) {
		const [tries = 0] = await countTry(db, [`device:${address}`], now, now - PAIRING_LIFE_MS)
		if (tries > MAX_WRONG_DEVICE_CODES) return 'too_many_tries'
		return refused('invalid_grant', 'This device code is not known. Start again.')
	}
	if (row.expiresAt <= now)
		return refused('expired_token', 'The code has expired. Start again to get another one.')
	const { id, state, intervalMs, nextPollAt } = row
	if (state === 'denied') return refused('access_denied', 'The request was denied.')
	if (state === 'pending') {
		const early = now < nextPollAt
		const next = early ? intervalMs + SLOWER_BY_MS : intervalMs
		await setNextPoll(db, { id, intervalMs: next, nextPollAt: now + next })
		return early
			? refused('slow_down', `Poll at most every ${next / 1_000} seconds.`)
			: refused('authorization_pending', 'Nobody has approved the code yet.')
	}
	const { projectId, decidedBy } = row
	const found = projectId === null ? undefined : await findProject(db, projectId, decidedBy)
	// Removed from the project since: what they approved no longer counts.
	if (!found?.role || !roleMay(found.role, 'relay_tokens.manage'))
		return refused('access_denied', 'The person who approved it no longer may.')
	const { token, tokenHash } = await relayTokenFrom(deviceCode)
	const { project } = found
	await redeemPairing(db, id, {
		id: newId('rtk', now),
		projectId: project.id,
		label: row.host,
		tokenHash,
		createdAt: now,
		lastUsedAt: null,
		createdBy: decidedBy,
	})
	return {
		access_token: token,
		token_type: 'Bearer',
		project_id: project.id,
		project_name: project.name,
	}
}
