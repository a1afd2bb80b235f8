/** A bound holds when many ask at once: the statement that stores decides, not a count before it. */
import { env } from 'cloudflare:workers'
import { Me } from '@fairlead/protocol/people/session'
import { count, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, useApi } from '../../test/api-kit.ts'
import { automationRow } from '../../test/automations/automation-units.ts'
import { reports } from '../automations/outgoing/schema.ts'
import { insertReport } from '../automations/outgoing/store.ts'
import { insertAutomation, MAX_AUTOMATIONS } from '../automations/store/automations.ts'
import { automations } from '../automations/store/schema.ts'
import { insertPairing, type PairingRow } from '../computers/store/pairings.ts'
import { shares } from '../sharing/store/schema.ts'
import { insertShare } from '../sharing/store/shares.ts'
import { database } from './client.ts'
import { pairings } from './schema.ts'

useApi()
const db = database(env.DB)
const AT_ONCE = 20
const FREE = 3

const numbered = <T>(n: number, make: (i: number) => T): T[] =>
	Array.from({ length: n }, (_, i) => make(i))
const stored = (answers: readonly boolean[]): number => answers.filter(Boolean).length

const automation = (id: string) => ({ ...automationRow(id), projectId: api.projectId })

test('share links: of twenty at once three are made where three may be, and no more stay', async () => {
	const { userId } = Me.parse(await (await api.owner.call('GET', '/api/me')).json())
	const make = (i: number, max: number) =>
		insertShare(
			db,
			{
				id: `shr_${max}_${i}`,
				projectId: api.projectId,
				conversationId: null,
				label: '',
				role: 'viewer',
				tokenHash: `hash_${max}_${i}`,
				signInRequired: false,
				scene: false,
				exports: false,
				usesLeft: null,
				visits: 0,
				expiresAt: null,
				createdBy: userId,
				createdAt: 1,
				revokedAt: null,
				lastUsedAt: null,
			},
			max,
		)
	expect(stored(await Promise.all(numbered(AT_ONCE, (i) => make(i, FREE))))).toBe(FREE)
	const ofProject = eq(shares.projectId, api.projectId)
	expect(await db.select({ n: count() }).from(shares).where(ofProject)).toEqual([{ n: FREE }])
	// One that is revoked is none in force.
	await db.update(shares).set({ revokedAt: 2 }).where(ofProject)
	expect(await make(0, FREE + 1)).toBe(true)
})

test('automations: of twenty at once three are made where three may be, and no more stay', async () => {
	for (const id of numbered(MAX_AUTOMATIONS - FREE, (i) => `aut_before_${i}`)) {
		expect(await insertAutomation(db, automation(id))).toBe(true)
	}
	const made = numbered(AT_ONCE, (i) => insertAutomation(db, automation(`aut_${i}`)))
	expect(stored(await Promise.all(made))).toBe(FREE)
	const ofProject = eq(automations.projectId, api.projectId)
	expect(await db.select({ n: count() }).from(automations).where(ofProject)).toEqual([
		{ n: MAX_AUTOMATIONS },
	])
	await db.delete(automations)
})

test('reports: of twenty at once three are made where three may be, and no more stay', async () => {
	await insertAutomation(db, automation('aut_reports'))
	const make = (i: number) =>
		insertReport(
			db,
			{
				id: `rpt_${i}`,
				automationId: 'aut_reports',
				target: { kind: 'slack' },
				destination: '',
				userId: null,
				secret: null,
				outcomes: ['failed'],
				enabled: true,
				off: null,
				origin: '',
				createdAt: 1,
				updatedAt: 1,
			},
			FREE,
		)
	expect(stored(await Promise.all(numbered(AT_ONCE, make)))).toBe(FREE)
	expect(await db.select({ n: count() }).from(reports)).toEqual([{ n: FREE }])
})

test('pairing requests: of twenty at once three are open where three may be, and one that has expired makes room', async () => {
	const row = (id: string, address: string, expiresAt = 100): PairingRow => ({
		id,
		deviceCodeHash: `hash_${id}`,
		userCode: `code_${id}`,
		address,
		place: '',
		host: 'desk',
		platform: '',
		folder: '',
		createdAt: 1,
		expiresAt,
		intervalMs: 5,
		nextPollAt: 1,
		state: 'pending',
		projectId: null,
		decidedBy: null,
	})
	const open = async () => (await db.select({ n: count() }).from(pairings))[0]?.n
	const atOnce = (address: (i: number) => string, bounds: { ofAddress: number; all: number }) =>
		Promise.all(numbered(AT_ONCE, (i) => insertPairing(db, row(`pai_${i}`, address(i)), bounds)))

	const ofOne = await atOnce(() => '192.0.2.1', { ofAddress: FREE, all: AT_ONCE })
	expect(stored(ofOne.map((answer) => answer === 'stored'))).toBe(FREE)
	expect(ofOne).not.toContain('taken')
	expect(await open()).toBe(FREE)
	// Another address has its own three, if there is room for all.
	const other = row('pai_other', '192.0.2.2')
	expect(await insertPairing(db, other, { ofAddress: FREE, all: FREE })).toBe('full')
	expect(await insertPairing(db, other, { ofAddress: FREE, all: FREE + 1 })).toBe('stored')
	const sameCode = { ...row('pai_same', '192.0.2.3'), userCode: other.userCode }
	expect(await insertPairing(db, sameCode, { ofAddress: FREE, all: AT_ONCE })).toBe('taken')

	await db.delete(pairings)
	const ofAll = await atOnce((i) => `192.0.2.${i}`, { ofAddress: FREE, all: FREE })
	expect(stored(ofAll.map((answer) => answer === 'stored'))).toBe(FREE)
	expect(await open()).toBe(FREE)
	const later = { ...row('pai_later', '192.0.2.1'), createdAt: 101, expiresAt: 201 }
	expect(await insertPairing(db, later, { ofAddress: FREE, all: FREE })).toBe('stored')
	expect(await open()).toBe(1)
})
