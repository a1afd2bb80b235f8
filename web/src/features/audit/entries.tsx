/** Entries of the audit log, newest first. */
import type { AuditEntry } from '@fairlead/protocol/people/audit'
import { visible } from '@fairlead/protocol/view/visible'
import { RelativeTime } from '../../ui/text/time.tsx'
import { Subject } from './subject.tsx'
import { wordsOf } from './words.ts'

/** Beside a name that is not a person's browser. */
const KINDS: Readonly<Record<AuditEntry['by']['kind'], string | null>> = {
	session: null,
	relay: 'relay',
	token: 'API token',
	share: 'shared link',
	webhook: 'webhook',
	schedule: 'schedule',
	mcp: 'MCP client',
	system: null,
	operator: null,
}

/** Why something was refused. */
const WHY: Readonly<Record<string, string>> = {
	forbidden: 'not allowed with this role or token',
	not_found: 'not a member',
	suspended: 'suspended',
	fresh_sign_in_needed: 'signed in too long ago',
	quota_used_up: 'limit used up',
	quota_full: 'limit reached',
	budget_exceeded: 'budget spent',
	budget_no_price: 'price unknown',
}

/** @param props.nameOf the name of a person or a project, where it is known */
export function Entries(props: {
	entries: readonly AuditEntry[]
	nameOf: (id: string) => string | undefined
}) {
	return (
		<ol className="mt-4 divide-y divide-edge rounded-lg border border-edge bg-surface">
			{props.entries.map((entry) => {
				const kind = KINDS[entry.by.kind]
				const words = wordsOf(entry)
				const { subject } = entry
				const more = moreOf(words === null ? entry : { ...entry, detail: null })
				return (
					<li key={entry.id} className="px-4 py-2.5 md:flex md:gap-4">
						<div className="min-w-0 flex-1">
							<p className="font-medium wrap-anywhere">
								{words ?? entry.summary}
								{entry.refused !== null && (
									<span className="ml-2 rounded-sm bg-raised px-1.5 py-0.5 text-cap font-normal whitespace-nowrap text-muted">
										Refused{entry.times > 1 && ` ${entry.times.toLocaleString()} times`}
									</span>
								)}
							</p>
							<p className="text-line text-muted wrap-anywhere">
								{visible(entry.by.name)}
								{kind && ` (${kind})`}
								{subject !== null && (
									<>
										{' · '}
										<Subject id={subject} entry={entry} name={props.nameOf(subject)} />
									</>
								)}
								{more && ` · ${more}`}
							</p>
						</div>
						<p className="tabular text-line text-muted md:text-right">
							<RelativeTime at={entry.createdAt} />
							{entry.address !== '' && (
								<>
									<span className="md:hidden"> · </span>
									<span className="font-mono text-cap md:block">{entry.address}</span>
								</>
							)}
						</p>
					</li>
				)
			})}
		</ol>
	)
}

/** Details, and why it was refused. */
function moreOf({ detail, refused }: AuditEntry): string {
	const details =
		typeof detail === 'object' && detail !== null
			? Object.entries(detail).map(([name, value]) => `${name}: ${visible(String(value))}`)
			: []
	const why = refused === null ? [] : [WHY[refused] ?? refused]
	return [...details, ...why].join(' · ')
}
