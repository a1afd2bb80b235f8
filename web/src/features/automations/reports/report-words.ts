/** Reports in the words of the page. */
import type {
	AttemptVerdict,
	GitHubReport,
	Report,
	ReportOutcome,
	ReportTarget,
} from '@fairlead/protocol/automations/reports'
import { visible } from '@fairlead/protocol/view/visible'

export const KINDS: Readonly<Record<ReportTarget['kind'], { label: string; hint: string }>> = {
	webhook: {
		label: 'Webhook',
		hint: 'JSON to an address of yours, signed as Standard Webhooks describes.',
	},
	slack: { label: 'Slack', hint: 'A message in the channel of an incoming webhook.' },
	github: { label: 'GitHub', hint: 'A commit status, a check, a comment, or an issue.' },
	mail: { label: 'Mail', hint: 'A mail to a member of the project.' },
}

export const GITHUB: Readonly<Record<GitHubReport['as'], string>> = {
	status: 'Commit status',
	check: 'Check run',
	comment: 'Comment',
	issue: 'New issue',
}

export const OUTCOMES: Readonly<Record<ReportOutcome, string>> = {
	begun: 'A run started',
	completed: 'A run completed',
	failed: 'A run failed',
	cancelled: 'A run was stopped',
	skipped: 'A delivery started no run, by a rule',
	refused: 'A delivery could start no run',
}

const SHORT: Readonly<Record<ReportOutcome, string>> = {
	begun: 'started',
	completed: 'completed',
	failed: 'failed',
	cancelled: 'stopped',
	skipped: 'skipped',
	refused: 'could not start',
}
export const outcomesText = ({ outcomes }: Pick<Report, 'outcomes'>): string =>
	outcomes.map((outcome) => SHORT[outcome]).join(', ')

export function reportTitle({ target, to }: Pick<Report, 'target' | 'to'>): string {
	const what = target.kind === 'github' ? GITHUB[target.make.as] : KINDS[target.kind].label
	return to === '' ? what : `${what} · ${visible(to)}`
}

export const ATTEMPTS: Readonly<Record<AttemptVerdict, string>> = {
	delivered: 'Delivered',
	retried: 'Not delivered, will be sent again',
	refused: 'Refused by the receiver',
	given_up: 'Given up after a day',
}
