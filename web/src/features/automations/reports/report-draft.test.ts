import { ReportTarget, UpdateReport } from '@fairlead/protocol/automations/reports'
import { expect, it } from 'vitest'
import { bodyOf, typedFrom } from './report-draft.ts'

const api = 'https://github.studio.example/api/v3'
const repository = 'studio/my-game'

const TARGETS: readonly ReportTarget[] = [
	{ kind: 'webhook', url: 'https://builds.example/fairlead' },
	{ kind: 'slack' },
	{ kind: 'github', api, repository, make: { as: 'status', sha: 'head.sha', context: 'Unity' } },
	{ kind: 'github', api, repository, make: { as: 'check', sha: 'after', name: 'Playtest' } },
	{ kind: 'github', api, repository, make: { as: 'comment', issue: 12 } },
	{ kind: 'github', api, repository, make: { as: 'comment', issue: 'issue.number' } },
	{ kind: 'github', api, repository, make: { as: 'issue', title: 'Console' } },
	{ kind: 'mail', userId: 'usr_01m83x795tac37qk4yrj6kpk' },
]

it.each(TARGETS)('a report that is saved unchanged keeps its target and secret: %j', (target) => {
	const body = bodyOf(target.kind, typedFrom(target))
	expect(UpdateReport.parse(body)).toEqual({ target })
})

it('a report sends a secret that was typed', () => {
	const slack = { ...typedFrom(null), slack: ' https://hooks.slack.com/services/1 ' }
	expect(bodyOf('slack', slack)).toMatchObject({ secret: 'https://hooks.slack.com/services/1' })
	const token = { ...typedFrom(null), token: 'ghs_1', repository }
	expect(bodyOf('github', token)).toMatchObject({ secret: 'ghs_1' })
})

it('a report leaves the address of GitHub out where none is known', () => {
	const { target } = bodyOf('github', { ...typedFrom(null), repository })
	expect(ReportTarget.parse(target)).toMatchObject({ api: 'https://api.github.com' })
})
