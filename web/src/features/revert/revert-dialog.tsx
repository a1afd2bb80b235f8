/** The preview of a revert: shown before anything is touched, with a choice for every conflict. */
import {
	type RevertItem,
	RevertPart,
	RevertPreview,
	type RevertRequest,
} from '@fairlead/protocol/conversations/revert'
import { callsOf } from '@fairlead/protocol/view/call-view'
import { countThings } from '@fairlead/protocol/view/revert-words'
import { changesOf, type ObjectChange } from '@fairlead/protocol/view/run-changes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleSlash, Redo2, TriangleAlert, Undo2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Diff } from '../../parts/diff/diff.tsx'
import type { ChatMessage } from '../../run/messages/messages.ts'
import { useShownMessages } from '../../run/messages/shown-messages.ts'
import type { RevertSubject } from '../../run/revert-context.ts'
import { Button } from '../../ui/button.tsx'
import { Note, Skeleton } from '../../ui/feedback.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Reveal } from '../../ui/reveal.tsx'
import { changeWords, choicesOf, choiceWords, countChosen, sortItems } from './items.ts'
import { lostScripts } from './lost-scripts.ts'

const newRequestId = (): string => `rrq_${crypto.randomUUID()}`

function titleOf(subject: RevertSubject): string {
	if (subject.again) return 'Revert again'
	if (subject.revertId !== undefined) return 'Undo this revert'
	if (subject.stepId === undefined) return 'Revert this run'
	return subject.toEnd ? 'Revert from this step on' : 'Revert this step'
}

function objectsOf(messages: readonly ChatMessage[], answerId: string): readonly ObjectChange[] {
	const answer = messages.find(({ id }) => id === answerId)
	return answer ? changesOf(callsOf(answer)).objects : []
}

export default function RevertDialog(props: {
	conversationId: string
	subject: RevertSubject
	onClose: () => void
	onBegun: (part: RevertPart) => void
}) {
	const { conversationId, subject } = props
	const { again: _, ...target } = subject
	const path = `/api/conversations/${conversationId}/revert`
	const objects = useShownMessages(
		(messages) => objectsOf(messages, subject.messageId),
		subject.messageId,
	)
	const [overwritten, setOverwritten] = useState<ReadonlySet<string>>(new Set())
	/** One dialog is one revert, however often its button is pressed. */
	const requestId = useMemo(newRequestId, [])
	const preview = useQuery({
		queryKey: ['revert-preview', conversationId, subject, requestId],
		queryFn: ({ signal }) =>
			api(RevertPreview, path, { method: 'POST', body: { ...target, preview: true }, signal }),
		staleTime: 0,
		gcTime: 0,
	})
	const sorted = sortItems(preview.data?.items ?? [])
	const revert = useMutation({
		mutationFn: () =>
			api(RevertPart, path, {
				method: 'POST',
				body: {
					...target,
					preview: false,
					requestId,
					choices: choicesOf(sorted.conflicts, overwritten),
				} satisfies RevertRequest,
			}),
		onSuccess: (part) => {
			props.onBegun(part)
			props.onClose()
		},
	})
	const toggle = (key: string) =>
		setOverwritten((now) => {
			const next = new Set(now)
			if (!next.delete(key)) next.add(key)
			return next
		})
	const unlisted = (preview.data?.counts.ready ?? 0) - sorted.ready.length
	const count = countChosen(sorted, overwritten) + unlisted
	const lost = lostScripts(sorted, overwritten, objects)
	const restores = subject.revertId !== undefined && !subject.again
	const Icon = restores ? Redo2 : Undo2
	const verb = restores ? 'Restore' : 'Revert'
	return (
		<Dialog open onOpenChange={(open) => !open && props.onClose()} title={titleOf(subject)}>
			<div className="mt-3 flex flex-col gap-4">
				{preview.isPending && <Skeleton rows={4} />}
				{preview.error && (
					<ErrorNote error={preview.error} onRetry={() => void preview.refetch()} />
				)}
				{preview.data && (
					<>
						<Group
							title="Changed since then: choose"
							count={sorted.conflicts.length}
							items={sorted.conflicts}
						>
							{(item) => (
								<Conflict
									item={item}
									verb={verb}
									chosen={overwritten.has(item.key)}
									onToggle={() => toggle(item.key)}
								/>
							)}
						</Group>
						<Group
							title={restores ? 'Will be restored' : 'Will be reverted'}
							count={countThings(sorted.ready)}
							items={sorted.ready}
						>
							{(item) => (
								<Line icon={<Icon aria-hidden className="text-faint" />} item={item}>
									{changeWords(item, true)}
								</Line>
							)}
						</Group>
						<Group
							title={restores ? 'Cannot be restored' : 'Cannot be reverted'}
							count={countThings(sorted.impossible)}
							items={sorted.impossible}
						>
							{(item) => (
								<Line icon={<CircleSlash aria-hidden className="text-faint" />} item={item}>
									{item.text ?? 'cannot be reverted'}
								</Line>
							)}
						</Group>
						{preview.data.items.every((item) => item.state === 'unchanged') && (
							<p className="text-line text-muted">
								Nothing to do: everything is already as it was.
							</p>
						)}
						{preview.data.truncated && (
							<p className="text-cap text-muted">There are more changes than are listed here.</p>
						)}
					</>
				)}
				{lost.length > 0 && (
					<Note level="warning" title="The scene stays as it is, without its scripts">
						{lost.map((sentence) => (
							<p key={sentence}>{sentence}</p>
						))}
					</Note>
				)}
				{revert.error && <ErrorNote error={revert.error} />}
				<div className="flex flex-wrap items-center justify-end gap-2">
					<p className="mr-auto text-cap text-faint max-md:w-full">
						{count > 0 && 'You can undo this.'}
					</p>
					<Button onClick={props.onClose}>Cancel</Button>
					<Button
						look="primary"
						disabled={!preview.data || count === 0 || revert.isPending}
						onClick={() => revert.mutate()}
					>
						{count === 0 ? verb : `${verb} ${count} ${count === 1 ? 'change' : 'changes'}`}
					</Button>
				</div>
			</div>
		</Dialog>
	)
}

function Group(props: {
	title: string
	/** Beside the title: lines to decide, or changes. */
	count: number
	items: readonly RevertItem[]
	children: (item: RevertItem) => ReactNode
}) {
	if (props.items.length === 0) return null
	return (
		<section aria-label={props.title}>
			<h3 className="flex items-baseline gap-2 pb-1 text-line font-semibold">
				{props.title}
				<span className="tabular text-cap font-normal text-faint">{props.count}</span>
			</h3>
			<ul className="max-h-72 overflow-y-auto">
				{props.items.map((item) => (
					<li key={item.key} className="border-t border-edge py-1.5 text-line">
						{props.children(item)}
					</li>
				))}
			</ul>
		</section>
	)
}

function Line(props: {
	icon: ReactNode
	item: RevertItem
	children: ReactNode
	choice?: ReactNode
}) {
	return (
		<div className="flex items-start gap-2">
			<span className="flex h-[18px] items-center [&_svg]:size-3.5">{props.icon}</span>
			<div className="min-w-0 flex-1">
				<p className="wrap-anywhere">{props.item.label}</p>
				<p className="text-cap text-muted wrap-anywhere">{props.children}</p>
				<Details item={props.item} />
				{props.choice}
			</div>
		</div>
	)
}

function Conflict(props: {
	item: RevertItem
	verb: 'Revert' | 'Restore'
	chosen: boolean
	onToggle: () => void
}) {
	const { item } = props
	return (
		<Line
			icon={<TriangleAlert aria-hidden className="text-warn" />}
			item={item}
			choice={
				<label className="mt-1 flex cursor-pointer items-center gap-2 text-line text-text max-md:min-h-11">
					<input
						type="checkbox"
						checked={props.chosen}
						onChange={props.onToggle}
						className="size-4 accent-accent"
					/>
					{choiceWords(item, props.verb)}
				</label>
			}
		>
			{item.text ?? 'It has changed since then.'}
		</Line>
	)
}

function Details(props: { item: RevertItem }) {
	const { details, diff, label } = props.item
	const [open, setOpen] = useState(false)
	return (
		<>
			{details && details.length > 0 && (
				<ul className="list-disc pl-4 text-cap text-muted">
					{details.map((detail, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and do not move
						<li key={index} className="wrap-anywhere">
							{detail}
						</li>
					))}
				</ul>
			)}
			{diff && (
				<div className="pt-0.5">
					<Reveal
						open={open}
						onToggle={() => setOpen(!open)}
						show="Show the difference"
						hide="Hide the difference"
					/>
					{open && <Diff diff={diff} path={label} label={`Changes to ${label} when reverted`} />}
				</div>
			)}
		</>
	)
}
