/** No statement of automations, their deliveries and reports scans a whole table: its cost must not grow with others' data. */
import { expect, test } from 'vitest'
import { automationRow } from '../../../test/automations/automation-units.ts'
import { planned } from '../../../test/storage/query-plan-kit.ts'
import type { Database } from '../../db/client.ts'
import {
	findReport,
	insertReport,
	listReports,
	mailOfMember,
	mailsOfKeepers,
	openReport,
	projectToTell,
	type ReportRow,
	reportsToTell,
	runToTell,
	switchReportOff,
} from '../outgoing/store.ts'
import {
	aboutAutomation,
	automationOfProject,
	findAutomation,
	findAutomations,
	insertAutomation,
	listAutomations,
	listeningAutomations,
	scheduledAutomations,
	setAutomationConversation,
} from './automations.ts'
import { findDelivery, lastRunOf, listDeliveries, logDelivery, stateOfRun } from './deliveries.ts'

const REPORT: ReportRow = {
	id: 'rpt',
	automationId: 'aut',
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
}
test.each<[string, (db: Database) => Promise<unknown>]>([
	['the automation of a delivery', (db) => findAutomation(db, 'aut')],
	['automations of schedules that are due', (db) => findAutomations(db, ['aut', 'aut2'])],
	['automations that have a schedule', (db) => scheduledAutomations(db, 'prj')],
	['automations that listen', (db) => listeningAutomations(db, 'prj', 'run_failed')],
	['the conversation of an automation', (db) => setAutomationConversation(db, 'aut', 'cnv')],
	['an automation of a project', (db) => automationOfProject(db, { projectId: 'prj', id: 'aut' })],
	[
		'automations of a project',
		(db) => listAutomations(db, 'prj', { origin: 'http://localhost', nextAt: () => null }),
	],
	['another automation', (db) => insertAutomation(db, automationRow('new'))],
	[
		'an automation’s author, and its reports that are off',
		(db) => aboutAutomation(db, { id: 'aut', createdBy: 'usr' }),
	],
	['reports of an automation', (db) => listReports(db, 'aut')],
	['a report', (db) => findReport(db, { automationId: 'aut', id: 'rpt' })],
	['another report', (db) => insertReport(db, REPORT, 10)],
	['reports to tell', (db) => reportsToTell(db, 'aut')],
	[
		'a report with what its messages need',
		(db) => openReport(db, { automationId: 'aut', id: 'rpt' }),
	],
	[
		'a report that is switched off',
		(db) => switchReportOff(db, { automationId: 'aut', id: 'rpt' }, { at: 1, reason: '' }),
	],
	['people who keep an automation', (db) => mailsOfKeepers(db, 'prj', 'usr')],
	['what is told of a run', (db) => runToTell(db, 'cnv', 'run')],
	['whether the end of a run is told', (db) => projectToTell(db, 'cnv')],
	['the mail address of a member', (db) => mailOfMember(db, 'prj', 'usr')],
	['deliveries of an automation', (db) => listDeliveries(db, 'aut')],
	['a delivery', (db) => findDelivery(db, { automationId: 'aut', id: 'dlv' })],
	['the run of a delivery', (db) => stateOfRun(db, 'cnv', 'run')],
	['the last run of a conversation', (db) => lastRunOf(db, 'cnv')],
	[
		'a delivery that is logged, which forgets others',
		(db) =>
			logDelivery(
				db,
				{
					id: 'dlv',
					automationId: 'aut',
					deliveryId: 'd',
					source: 'webhook',
					replayOf: null,
					askedBy: null,
					receivedAt: 1,
					address: '',
					headers: {},
					payload: '',
					payloadBytes: 0,
					verdict: 'begun',
					error: null,
					conversationId: null,
					runId: null,
					scheduledAt: null,
					missed: 0,
					depth: 0,
				},
				1,
			),
	],
])('%s', async (_, ask) => {
	const { db, walks } = planned()
	await ask(db)
	expect(walks()).toEqual([])
})
