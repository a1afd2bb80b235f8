/** A report as it is typed, and the request that it becomes. Pure. */
import type {
	CreatedReport,
	GitHubReport,
	Report,
	ReportTarget,
} from '@fairlead/protocol/automations/reports'

export type ReportKind = ReportTarget['kind']
export type SavedReport = Report | CreatedReport

/** The kind decides which of the fields count. */
export interface TypedReport {
	readonly url: string
	readonly slack: string
	/** The API's address; GitHub's own by default. */
	readonly api: string
	readonly repository: string
	readonly token: string
	readonly as: GitHubReport['as']
	readonly sha: string
	readonly issue: string
	readonly title: string
	readonly userId: string
}

const EMPTY: TypedReport = {
	url: '',
	slack: '',
	api: '',
	repository: '',
	token: '',
	as: 'issue',
	sha: 'after',
	issue: 'pull_request.number',
	title: 'Fairlead',
	userId: '',
}

/** The fields of a saved report, without its secret, which the server keeps; null: of a new one. */
export function typedFrom(target: ReportTarget | null): TypedReport {
	switch (target?.kind) {
		case undefined:
		case 'slack':
			return EMPTY
		case 'webhook':
			return { ...EMPTY, url: target.url }
		case 'mail':
			return { ...EMPTY, userId: target.userId }
		case 'github': {
			const { api, repository, make } = target
			return { ...EMPTY, api, repository, ...typedFromGitHub(make) }
		}
		default:
			return target satisfies never
	}
}

function typedFromGitHub(make: GitHubReport): Partial<TypedReport> {
	switch (make.as) {
		case 'status':
			return { as: make.as, sha: make.sha, title: make.context }
		case 'check':
			return { as: make.as, sha: make.sha, title: make.name }
		case 'comment':
			return { as: make.as, issue: String(make.issue) }
		case 'issue':
			return { as: make.as, title: make.title }
		default:
			return make satisfies never
	}
}

function githubOf({ as, sha, issue, title }: TypedReport): GitHubReport {
	switch (as) {
		case 'status':
			return { as, sha, context: title }
		case 'check':
			return { as, sha, name: title }
		case 'comment':
			return { as, issue: /^\d+$/.test(issue.trim()) ? Number(issue) : issue }
		case 'issue':
			return { as, title }
		default:
			return as satisfies never
	}
}

/** `secret` is left out where none was typed: a saved report keeps the one it has. */
export function bodyOf(
	kind: ReportKind,
	typed: TypedReport,
): { readonly target: object; readonly secret?: string } {
	switch (kind) {
		case 'webhook':
			return { target: { kind, url: typed.url.trim() } }
		case 'slack':
			return { target: { kind }, ...secretOf(typed.slack) }
		case 'github': {
			const api = typed.api.trim()
			const target = {
				kind,
				repository: typed.repository.trim(),
				make: githubOf(typed),
				...(api === '' ? {} : { api }),
			}
			return { target, ...secretOf(typed.token) }
		}
		case 'mail':
			return { target: { kind, userId: typed.userId } }
		default:
			return kind satisfies never
	}
}

const secretOf = (typed: string): { secret?: string } =>
	typed.trim() === '' ? {} : { secret: typed.trim() }
