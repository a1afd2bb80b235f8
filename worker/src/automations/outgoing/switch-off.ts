/** Switches a report off, and says so: at the automation, in the audit log, and by mail where that is set up. */
import { REPORT_OFF_EVENT } from '@fairlead/protocol/people/audit'
import { authorOf } from '../../access/author.ts'
import { recordAudit } from '../../accounts/store/audit.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { newId } from '../../ids.ts'
import { mailerOf } from '../../mail/mailer.ts'
import { mailsOfKeepers, openReport, switchReportOff } from './store.ts'
import { oneLine } from './words.ts'

/** @throws if D1 could not do it; then it is still on */
export async function switchOff(
	env: Env,
	db: Database,
	key: { readonly automationId: string; readonly id: string },
	reason: string,
	now: number,
): Promise<void> {
	const open = await openReport(db, key)
	if (!open || !(await switchReportOff(db, key, { at: now, reason }))) return
	const { report, project, automation, createdBy } = open
	const detail = { automationId: automation.id, kind: report.target.kind, reason }
	await recordAudit(
		db,
		{
			id: newId('aud', now),
			event: REPORT_OFF_EVENT,
			projectId: project.id,
			subject: report.id,
			detail,
			author: authorOf({ kind: 'system' }),
			address: '',
		},
		now,
	)
	const mailer = mailerOf(env)
	if (mailer === null) return
	const to = report.destination ?? 'a member'
	const page =
		report.origin === '' ? '' : `\n\n${report.origin}/p/${project.id}/automations/${automation.id}`
	const text = `Fairlead no longer reports the outcomes of the automation "${oneLine(automation.name)}" in the project "${oneLine(project.name)}" to ${to}.

${reason}

Messages that waited were not sent. Mend the receiver, send a test, and switch the report on again.${page}
`
	const subject = `${oneLine(automation.name)}: a report was switched off`
	for (const address of await mailsOfKeepers(db, project.id, createdBy)) {
		try {
			await mailer({ to: address, subject, text, id: `${report.id}-off-${now}` })
		} catch (error) {
			// It also stands at the automation, and in the audit log.
			console.warn(
				JSON.stringify({ level: 'warn', event: 'report_off_not_mailed', error: String(error) }),
			)
		}
	}
}
