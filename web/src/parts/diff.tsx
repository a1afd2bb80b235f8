import { cx } from '../ui/cx.ts'

/** Lines of a diff that are drawn: what is longer is read in an editor. */
const MAX_LINES = 240

interface DiffLine {
	readonly kind: 'add' | 'remove' | 'same' | 'hunk'
	readonly text: string
	readonly key: number
}

function parse(diff: string): DiffLine[] {
	const lines = diff.replace(/\n$/, '').split('\n')
	// Names of files stand before the first hunk only: below, `---` is a removed `--`.
	const begin = lines.findIndex((line) => line.startsWith('@@'))
	return lines
		.slice(Math.max(0, begin))
		.filter((line) => !line.startsWith('\\ No newline'))
		.map((line, key) => {
			if (line.startsWith('@@')) return { kind: 'hunk', text: line, key }
			if (line.startsWith('+')) return { kind: 'add', text: line.slice(1), key }
			if (line.startsWith('-')) return { kind: 'remove', text: line.slice(1), key }
			return { kind: 'same', text: line.replace(/^ /, ''), key }
		})
}

const SIGN = { add: '+', remove: '−', same: ' ', hunk: '' } as const
const WORD = { add: 'added', remove: 'removed', same: '', hunk: '' } as const

export function countDiff(diff: string): { added: number; removed: number } {
	const lines = parse(diff)
	return {
		added: lines.filter((line) => line.kind === 'add').length,
		removed: lines.filter((line) => line.kind === 'remove').length,
	}
}

export function Diff(props: { diff: string; label: string }) {
	const all = parse(props.diff).filter((line) => line.kind !== 'hunk' || line.key > 0)
	const lines = all.slice(0, MAX_LINES)
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a box that scrolls
		<div
			role="group"
			aria-label={props.label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
			tabIndex={0}
			className="focus-inset max-h-96 overflow-auto rounded-md border border-edge bg-surface py-1 font-mono text-cap leading-[18px]"
		>
			<div className="w-max min-w-full">
				{lines.map((line) =>
					line.kind === 'hunk' ? (
						<div key={line.key} className="my-1 border-t border-edge" />
					) : (
						<div
							key={line.key}
							className={cx(
								'flex whitespace-pre pr-3',
								line.kind === 'add' && 'bg-ok-soft',
								line.kind === 'remove' && 'bg-danger-soft',
							)}
						>
							<span
								aria-hidden
								className={cx(
									'w-6 shrink-0 select-none text-center',
									line.kind === 'add' && 'text-ok',
									line.kind === 'remove' && 'text-danger',
								)}
							>
								{SIGN[line.kind]}
							</span>
							{WORD[line.kind] && <span className="sr-only">{WORD[line.kind]}: </span>}
							<span>{line.text || ' '}</span>
						</div>
					),
				)}
			</div>
			{all.length > lines.length && (
				<p className="border-t border-edge px-2 pt-1 text-muted">
					{(all.length - lines.length).toLocaleString('en')} more lines
				</p>
			)}
		</div>
	)
}
