/** The pieces of a transcript: what was asked, said and thought, and the calls of tools, folded to a line each. */
import { visible, visibleSource } from '@fairlead/protocol/view/visible'
import { ChevronRight, Circle, CircleCheck, CircleDot } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Diff } from '../../../parts/diff/diff.tsx'
import StreamingMarkdown from '../../../parts/markdown/streaming-markdown.tsx'
import '../../../parts/markdown/markdown.css'
import { cx } from '../../../ui/cx.ts'
import { RelativeTime } from '../../../ui/text/time.tsx'
import { diffOf, type Piece, type PlanStep } from './pieces.ts'

/** Characters of a long text before it is asked for whole. */
const SHORT = 3_000

export function Entry({ piece }: { piece: Piece }) {
	switch (piece.kind) {
		case 'prompt':
			return (
				<div className="flex flex-col items-end gap-1 py-2">
					<div className="max-w-[85%] rounded-lg bg-raised px-3 py-2">
						<Long text={piece.text} render={(text) => <Plain text={text} />} />
					</div>
					{piece.at !== undefined && (
						<RelativeTime at={piece.at} className="tabular text-cap text-faint" />
					)}
				</div>
			)
		case 'text':
			return (
				<div className="py-2">
					<Long
						text={piece.text}
						render={(text) => (
							<div className="prose">
								<StreamingMarkdown text={visibleSource(text)} streaming={false} />
							</div>
						)}
					/>
				</div>
			)
		case 'thinking':
			return (
				<Folded line="Thought" muted>
					<Plain text={piece.text} muted />
				</Folded>
			)
		case 'note':
			return (
				<p
					dir="auto"
					className={cx(
						'my-2 border-t border-edge pt-2 text-cap text-muted whitespace-pre-wrap wrap-anywhere',
						!piece.text.includes('\n') && 'text-center',
					)}
				>
					{visibleSource(piece.text)}
				</p>
			)
		case 'plan':
			return piece.isOld ? (
				<Folded line="An earlier plan" muted>
					<Plan steps={piece.steps} />
				</Folded>
			) : (
				<div className="py-2">
					<Plan steps={piece.steps} />
				</div>
			)
		case 'call':
			return <CallEntry piece={piece} />
		default:
			return piece satisfies never
	}
}

const STEPS = {
	done: { Icon: CircleCheck, word: 'Done' },
	doing: { Icon: CircleDot, word: 'At work' },
	due: { Icon: Circle, word: 'To do' },
} as const

const Plan = ({ steps }: { steps: readonly PlanStep[] }) => (
	<ol aria-label="Plan" className="flex flex-col gap-1 rounded-md border border-edge px-3 py-2">
		{steps.map(({ state, text }, at) => {
			const { Icon, word } = STEPS[state]
			return (
				// biome-ignore lint/suspicious/noArrayIndexKey: steps are known by their order
				<li key={at} className="flex items-start gap-2 text-line">
					<Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted" />
					<span
						dir="auto"
						className={cx('min-w-0 wrap-anywhere', state === 'done' && 'text-muted')}
					>
						<span className="sr-only">{word}: </span>
						{visible(text)}
					</span>
				</li>
			)
		})}
	</ol>
)

function CallEntry({ piece }: { piece: Extract<Piece, { kind: 'call' }> }) {
	const { tool, result } = piece
	const failed = result?.failed === true
	return (
		<Folded
			line={
				<>
					{tool ? visible(tool.text) : 'The result of an earlier call'}
					{failed && <span className="text-danger"> failed</span>}
					{!result && <span className="text-muted"> · no result yet</span>}
				</>
			}
		>
			{tool?.changes?.map((change, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: edits of one call are known by their order
				<div key={`${change.path} ${at}`} className="flex flex-col gap-1">
					<p className="font-mono text-cap text-muted wrap-anywhere">{visible(change.path)}</p>
					<Diff
						diff={diffOf(change.before, change.after)}
						path={change.path}
						label={`Change ${at + 1} to ${change.path}`}
					/>
				</div>
			))}
			{tool && !tool.changes && <Box label={`Input of ${tool.name}`} text={tool.input} />}
			{result && result.text !== '' && (
				<Box
					label={tool ? `Result of ${tool.name}` : 'Result'}
					text={result.text}
					failed={failed}
				/>
			)}
		</Folded>
	)
}

function Folded(props: { line: ReactNode; muted?: boolean; children: ReactNode }) {
	const [open, setOpen] = useState(false)
	return (
		<div>
			<button
				type="button"
				aria-expanded={open}
				onClick={() => setOpen(!open)}
				className={cx(
					'flex w-full items-start gap-1.5 rounded-md py-1 text-left text-line hover:bg-hover max-md:min-h-11 max-md:items-center',
					props.muted && 'text-muted',
				)}
			>
				<ChevronRight
					aria-hidden
					className={cx('mt-0.5 size-3.5 shrink-0 text-faint', open && 'rotate-90')}
				/>
				<span className="min-w-0 flex-1 wrap-anywhere">{props.line}</span>
			</button>
			{open && <div className="flex flex-col gap-2 pt-1 pb-2 pl-5">{props.children}</div>}
		</div>
	)
}

function Box(props: { label: string; text: string; failed?: boolean }) {
	return (
		<section
			aria-label={props.label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
			tabIndex={0}
			className={cx(
				'focus-inset max-h-96 overflow-auto rounded-md border bg-surface px-3 py-2',
				props.failed ? 'border-danger' : 'border-edge',
			)}
		>
			<pre dir="ltr" className="font-mono text-cap whitespace-pre-wrap wrap-anywhere">
				{visibleSource(props.text)}
			</pre>
		</section>
	)
}

const Plain = (props: { text: string; muted?: boolean }) => (
	<p dir="auto" className={cx('whitespace-pre-wrap wrap-anywhere', props.muted && 'text-muted')}>
		{visibleSource(props.text)}
	</p>
)

/** A text whose rest is shown when it is asked for. */
function Long(props: { text: string; render: (text: string) => ReactNode }) {
	const { text, render } = props
	const [whole, setWhole] = useState(false)
	if (text.length <= SHORT || whole) return render(text)
	return (
		<>
			{render(text.slice(0, SHORT))}
			<button
				type="button"
				onClick={() => setWhole(true)}
				className="mt-1 rounded-sm text-cap text-muted underline underline-offset-3 hover:text-text max-md:min-h-11"
			>
				Show all {text.length.toLocaleString()} characters
			</button>
		</>
	)
}
