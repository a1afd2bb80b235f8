import { use, useMemo } from 'react'
import type { ThemedToken } from 'shiki/core'
import { cx } from '../../ui/cx.ts'
import { Whole } from '../../ui/text/whole.ts'
import { useTokens } from '../markdown/code.tsx'
import { type DiffLine, linesOf, visibleLines } from './lines.ts'
import { changedWords, piecesOf, type Range } from './words.ts'

/** Lines of a diff that are drawn: what is longer is read in an editor. */
const MAX_LINES = 240
/** In a question, lines beyond these are drawn as one text: so many rows would hold the page up. */
const MAX_ROWS = 1_000
/** More than this is not coloured: it would hold the page up. */
const MAX_COLOURED_CHARS = 40_000

const SIGN = { add: '+', remove: '−', same: ' ', hunk: '' } as const
const WORD = { add: 'added', remove: 'removed', same: '', hunk: '' } as const
const NO_RANGES: readonly Range[] = []

/** @param props.path of the file, whose ending names the language */
export function Diff(props: { diff: string; label: string; path: string }) {
	const { diff, path } = props
	const isWhole = use(Whole)
	const { lines, rest, words } = useMemo(() => {
		const found = linesOf(diff).filter((line) => line.kind !== 'hunk' || line.key > 0)
		const all = isWhole ? visibleLines(found) : found
		const max = isWhole ? MAX_ROWS : MAX_LINES
		const shown = all.slice(0, max)
		return { lines: shown, rest: all.slice(max), words: changedWords(shown) }
	}, [diff, isWhole])
	const colours = useColours(lines, path)
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a box that scrolls
		<div
			role="group"
			aria-label={props.label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
			tabIndex={0}
			className={cx(
				// Positioned, so that words for screen readers in it scroll with it.
				'focus-inset relative rounded-md border border-edge bg-surface py-1 font-mono text-cap leading-[18px]',
				!isWhole && 'max-h-96 overflow-auto',
			)}
		>
			<div className={isWhole ? undefined : 'w-max min-w-full'}>
				{lines.map((line) =>
					line.kind === 'hunk' ? (
						<div key={line.key} className="my-1 border-t border-edge" />
					) : (
						<div
							key={line.key}
							className={cx(
								'flex pr-3',
								isWhole ? 'whitespace-pre-wrap wrap-anywhere' : 'whitespace-pre',
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
			{rest.length > 0 &&
				(isWhole ? (
					<pre className="whitespace-pre-wrap px-2 wrap-anywhere">
						{rest.map((line) => `${SIGN[line.kind]} ${line.text}`).join('\n')}
					</pre>
				) : (
					<p className="border-t border-edge px-2 pt-1 text-muted">
						{rest.length.toLocaleString('en')} more lines
					</p>
				))}
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
		<span className="min-w-0">
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
