/** Findings about the computers that serve this project: the list of `fairlead doctor`. */
import {
	CHECKS,
	type Check,
	type CheckStatus,
	Diagnosis,
	verdictOf,
} from '@fairlead/protocol/editors/diagnosis'
import type { ConnectedRelay } from '@fairlead/protocol/wire/viewer-link'
import { CircleAlert, CircleCheck, CircleDashed, MonitorOff, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useRoom, useRoomStore } from '../../data/room/room-context.tsx'
import type { RoomStore } from '../../data/room/room-store.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Empty, Note, Skeleton } from '../../ui/feedback.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const COMMAND = 'npm run fairlead -- doctor'

type Answer =
	| { readonly kind: 'asking' }
	| { readonly kind: 'diagnosis'; readonly checks: readonly Check[] }
	| { readonly kind: 'failed'; readonly why: string }

export function DoctorDialog(props: { onClose: () => void }) {
	const relays = useRoom().state?.relays ?? []
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title="Check the connection"
			description="Each computer that serves this project checks itself, its network and its editors."
		>
			{relays.length === 0 ? (
				<Empty icon={<MonitorOff />} title="No computer is connected">
					<p>
						Run this in your clone of Fairlead on the computer with Unity. It says what is wrong.
					</p>
					<p className="mt-2 inline-flex items-center rounded-md border border-edge bg-bg text-left">
						<code className="px-3 py-1 font-mono text-cap">{COMMAND}</code>
						<CopyButton label="Copy command" text={() => COMMAND} className="m-0.5" />
					</p>
				</Empty>
			) : (
				relays.map((relay) => <Computer key={relay.relayId} relay={relay} />)
			)}
		</Dialog>
	)
}

/** The first thing to do is seen first, also on a phone. */
const URGENCY: readonly CheckStatus[] = ['failed', 'warning', 'skipped', 'ok']
const byUrgency = (a: Check, b: Check): number =>
	URGENCY.indexOf(a.status) - URGENCY.indexOf(b.status)

async function ask(store: RoomStore, relayId: string): Promise<Answer> {
	const outcome = await store.ask('room.diagnose', { relayId })
	if (outcome.status === 'error') return { kind: 'failed', why: outcome.error.message }
	const diagnosis = Diagnosis.safeParse(outcome.result)
	return diagnosis.success
		? { kind: 'diagnosis', checks: diagnosis.data.checks.toSorted(byUrgency) }
		: { kind: 'failed', why: 'Its relay is of another version. Update it.' }
}

function Computer({ relay }: { relay: ConnectedRelay }) {
	const store = useRoomStore()
	const { relayId, hostName, relayVersion } = relay
	const [answer, setAnswer] = useState<Answer>({ kind: 'asking' })
	const check = useCallback(() => {
		setAnswer({ kind: 'asking' })
		if (store) void ask(store, relayId).then(setAnswer)
	}, [store, relayId])
	useEffect(check, [check])
	return (
		<section aria-label={hostName} className="mt-5 first-of-type:mt-4">
			<div className="flex items-center gap-3">
				<div className="min-w-0 flex-1">
					<h3 className="truncate font-medium">{hostName}</h3>
					<p className="text-cap text-muted" role="status">
						Relay {relayVersion} ·{' '}
						{answer.kind === 'diagnosis' ? verdictOf(answer.checks) : 'Checking'}
					</p>
				</div>
				<Button disabled={answer.kind === 'asking'} onClick={check}>
					Check again
				</Button>
			</div>
			{answer.kind === 'asking' && <Skeleton rows={6} className="mt-4" />}
			{answer.kind === 'failed' && (
				<Note level="warning" title="This computer could not be checked." className="mt-3">
					{answer.why}
				</Note>
			)}
			{answer.kind === 'diagnosis' && (
				<ul className="mt-3 flex flex-col gap-2.5">
					{answer.checks.map((check) => (
						<Line key={`${check.name} ${check.subject}`} check={check} />
					))}
				</ul>
			)}
		</section>
	)
}

const LOOKS: Readonly<
	Record<CheckStatus, { icon: typeof CircleCheck; word: string; tint: string }>
> = {
	ok: { icon: CircleCheck, word: 'Works', tint: 'text-ok' },
	warning: { icon: TriangleAlert, word: 'Warning', tint: 'text-warn' },
	failed: { icon: CircleAlert, word: 'Problem', tint: 'text-danger' },
	skipped: { icon: CircleDashed, word: 'Not checked', tint: 'text-faint' },
}

function Line({ check: { name, subject, status, found, fix } }: { check: Check }) {
	const { icon: Icon, word, tint } = LOOKS[status]
	return (
		<li className="flex gap-2.5 text-line">
			<Icon aria-hidden className={cx('mt-px size-4 shrink-0', tint)} />
			<div className="min-w-0 flex-1 wrap-anywhere">
				<p>
					<span className="sr-only">{word}: </span>
					<span className="font-medium">{CHECKS[name]}</span>
					{subject !== null && <span className="text-muted"> {subject}</span>}
				</p>
				<p className="text-muted">{found}</p>
				{fix !== null && <p>{fix}</p>}
			</div>
		</li>
	)
}
