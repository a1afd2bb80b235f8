/** A bound holds when many ask at once: the statement that stores decides, not a count before it. */
import { env } from 'cloudflare:workers'
import { Me } from '@fairlead/protocol/http'
import { count, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, useApi } from '../../test/api-kit.ts'
import { automationRow } from '../../test/automation-units.ts'
import { automations } from './automation-schema.ts'
import { insertAutomation, MAX_AUTOMATIONS } from './automations.ts'
import { database } from './client.ts'
import { reports } from './report-schema.ts'
import { insertReport } from './reports.ts'
import { shares } from './share-schema.ts'
import { insertShare } from './shares.ts'

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
				...{ id: `shr_${max}_${i}`, projectId: api.projectId, conversationId: null, label: '' },
				...{ role: 'viewer', tokenHash: `hash_${max}_${i}`, signInRequired: false, scene: false },
				...{ exports: false, usesLeft: null, visits: 0, expiresAt: null, createdBy: userId },
				...{ createdAt: 1, revokedAt: null, lastUsedAt: null },
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
				...{ id: `rpt_${i}`, automationId: 'aut_reports', target: { kind: 'slack' } },
				...{ destination: '', userId: null, secret: null, outcomes: ['failed'], enabled: true },
				...{ off: null, origin: '', createdAt: 1, updatedAt: 1 },
			},
			FREE,
		)
	expect(stored(await Promise.all(numbered(AT_ONCE, make)))).toBe(FREE)
	expect(await db.select({ n: count() }).from(reports)).toEqual([{ n: FREE }])
})
