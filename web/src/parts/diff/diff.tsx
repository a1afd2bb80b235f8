import { useMemo } from 'react'
import type { ThemedToken } from 'shiki/core'
import { cx } from '../../ui/cx.ts'
import { useTokens } from '../markdown/code.tsx'
import { type DiffLine, linesOf } from './lines.ts'
import { changedWords, piecesOf, type Range } from './words.ts'

/** Lines of a diff that are drawn: what is longer is read in an editor. */
const MAX_LINES = 240
/** More than this is not coloured: it would hold the page up. */
const MAX_COLOURED_CHARS = 40_000

const SIGN = { add: '+', remove: '−', same: ' ', hunk: '' } as const
const WORD = { add: 'added', remove: 'removed', same: '', hunk: '' } as const
const NO_RANGES: readonly Range[] = []

/** @param props.path of the file, whose ending names the language */
export function Diff(props: { diff: string; label: string; path: string }) {
	const { diff, path } = props
	const { lines, more, words } = useMemo(() => {
		const all = linesOf(diff).filter((line) => line.kind !== 'hunk' || line.key > 0)
		const shown = all.slice(0, MAX_LINES)
		return { lines: shown, more: all.length - shown.length, words: changedWords(shown) }
	}, [diff])
	const colours = useColours(lines, path)
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
							<Line line={line} tokens={colours.get(line.key)} changed={words.get(line.key)} />
						</div>
					),
				)}
			</div>
			{more > 0 && (
				<p className="border-t border-edge px-2 pt-1 text-muted">
					{more.toLocaleString('en')} more lines
				</p>
			)}
		</div>
	)
}

function Line(props: {
	line: DiffLine
	tokens: readonly ThemedToken[] | undefined
	changed: readonly Range[] | undefined
}) {
	const { line, changed = NO_RANGES } = props
	if (line.text === '') return <span> </span>
	const mark = line.kind === 'add' ? 'bg-ok-mark' : 'bg-danger-mark'
	return (
		<span>
			{piecesOf(props.tokens ?? [{ content: line.text }], changed).map((piece, n) => (
				<span
					// biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place
					key={n}
					className={piece.changed ? cx('rounded-xs', mark) : undefined}
					style={piece.changed ? undefined : { color: piece.color }}
				>
					{piece.text}
				</span>
			))}
		</span>
	)
}

/** The tokens of each line by its key: each side of the diff is coloured as the file it is a part of. */
function useColours(
	lines: readonly DiffLine[],
	path: string,
): ReadonlyMap<number, readonly ThemedToken[]> {
	const sides = useMemo(
		() =>
			(['remove', 'add'] as const).map((kind) => {
				const own = lines.filter((line) => line.kind === kind || line.kind === 'same')
				const source = own.map((line) => line.text).join('\n')
				return { own, source: source.length > MAX_COLOURED_CHARS ? '' : source }
			}),
		[lines],
	)
	const language = /\.([a-z0-9]+)$/i.exec(path)?.[1] ?? ''
	const before = useTokens(sides[0]?.source ?? '', language)
	const after = useTokens(sides[1]?.source ?? '', language)
	return useMemo(() => {
		const found = new Map<number, readonly ThemedToken[]>()
		sides.forEach(({ own }, side) => {
			const tokens = side === 0 ? before : after
			own.forEach(({ key }, n) => {
				const line = tokens?.[n]
				if (line && line.length > 0) found.set(key, line)
			})
		})
		return found
	}, [sides, before, after])
}
