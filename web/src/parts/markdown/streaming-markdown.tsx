/**
 * Model output as markdown, from marked's tokens: nothing of it is HTML for the page. A block that
 * has not changed since the last delta is not drawn again.
 */
import type { Token, Tokens } from 'marked'
import { Fragment, memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { CodeBlock, PlainCode } from './code.tsx'
import { decodeEntities } from './entities.ts'
import { type Lexed, lexed, lexedMore } from './lexed.ts'
import { isShownPicture } from './shown-picture.ts'

/** A link leads out of the page, and runs nothing. */
const isSafeLink = (href: string): boolean => /^(?:https?:|mailto:)/i.test(href)

/** The answer's own headings stand below those of the page. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const

const keyed = (tokens: readonly Token[], draw: (token: Token) => ReactNode): ReactNode =>
	// biome-ignore lint/suspicious/noArrayIndexKey: text grows at its end; what stands before keeps its place
	tokens.map((token, index) => <Fragment key={index}>{draw(token)}</Fragment>)

const inlines = (tokens: readonly Token[] | undefined): ReactNode => keyed(tokens ?? [], inline)
const blocks = (tokens: readonly Token[] | undefined): ReactNode => keyed(tokens ?? [], block)

function inline(token: Token): ReactNode {
	const known = token as Inline
	switch (known.type) {
		case 'text':
			return known.tokens ? inlines(known.tokens) : decodeEntities(known.text)
		case 'escape':
			return decodeEntities(known.text)
		case 'strong':
			return <strong>{inlines(known.tokens)}</strong>
		case 'em':
			return <em>{inlines(known.tokens)}</em>
		case 'del':
			return <del>{inlines(known.tokens)}</del>
		case 'codespan':
			return <code dir="ltr">{known.text}</code>
		case 'br':
			return <br />
		case 'checkbox':
			return <input type="checkbox" disabled checked={known.checked} aria-label="Task" />
		case 'link':
			return isSafeLink(known.href) ? (
				<a href={known.href} target="_blank" rel="noopener noreferrer nofollow">
					{inlines(known.tokens)}
				</a>
			) : (
				inlines(known.tokens)
			)
		case 'image':
			return isShownPicture(known.href) ? (
				<img src={known.href} alt={known.text} className="my-3 max-w-full rounded-lg" />
			) : (
				<span className="text-muted">[picture: {known.text || 'not loaded'}]</span>
			)
		case 'html':
			return /^<br\s*\/?>$/i.test(known.raw) ? <br /> : known.raw
		default:
			return token.raw
	}
}

function block(token: Token): ReactNode {
	const known = token as Block
	switch (known.type) {
		case 'space':
		case 'def':
			return null
		case 'hr':
			return <hr />
		case 'heading': {
			const Heading = HEADINGS[Math.min(known.depth, HEADINGS.length) - 1] ?? 'h6'
			return <Heading>{inlines(known.tokens)}</Heading>
		}
		case 'paragraph':
			return <p>{inlines(known.tokens)}</p>
		case 'text':
			return inline(known)
		case 'code':
			return <CodeBlock source={known.text} language={known.lang?.split(/\s/)[0] ?? ''} />
		case 'blockquote':
			return <blockquote dir="auto">{blocks(known.tokens)}</blockquote>
		case 'list':
			return <List list={known} />
		case 'table':
			return <Table table={known} />
		default:
			return <p>{token.raw}</p>
	}
}

/** A list runs in the direction of its text as a whole, so that its marks stand on one side. Paragraphs: markdown.css. */
function List(props: { list: Tokens.List }) {
	const { ordered, start, items } = props.list
	const rows = items.map((item, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: as above
		<li key={index}>{blocks(item.tokens)}</li>
	))
	return ordered ? (
		<ol dir="auto" start={start === '' ? undefined : start}>
			{rows}
		</ol>
	) : (
		<ul dir="auto">{rows}</ul>
	)
}

function Table(props: { table: Tokens.Table }) {
	const { header, rows } = props.table
	return (
		<div className="table-box">
			<table dir="auto">
				<thead>
					<tr>
						{header.map((cell, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
							<th key={index} style={{ textAlign: cell.align ?? undefined }}>
								{inlines(cell.tokens)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: as above
						<tr key={index}>
							{row.map((cell, column) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: as above
								<td key={column} style={{ textAlign: cell.align ?? undefined }}>
									{inlines(cell.tokens)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

type Inline =
	| Tokens.Text
	| Tokens.Escape
	| Tokens.Strong
	| Tokens.Em
	| Tokens.Del
	| Tokens.Codespan
	| Tokens.Br
	| Tokens.Checkbox
	| Tokens.Link
	| Tokens.Image
	| Tokens.HTML
type Block =
	| Tokens.Space
	| Tokens.Def
	| Tokens.Hr
	| Tokens.Heading
	| Tokens.Paragraph
	| Tokens.Text
	| Tokens.Code
	| Tokens.Blockquote
	| Tokens.List
	| Tokens.Table

const Drawn = memo(
	function Drawn(props: { token: Token; links: string; growing: boolean }) {
		const drawn = block(props.token)
		return props.growing ? <PlainCode value={true}>{drawn}</PlainCode> : drawn
	},
	(a, b) =>
		a.token.type === b.token.type &&
		a.token.raw === b.token.raw &&
		a.links === b.links &&
		a.growing === b.growing,
)

export default function StreamingMarkdown(props: { text: string; streaming: boolean }) {
	const { text, streaming } = props
	const before = useRef<Lexed | null>(null)
	const now = useMemo(
		() => (streaming ? lexedMore(before.current, text) : lexed(text)),
		[text, streaming],
	)
	useEffect(() => {
		before.current = now
	}, [now])
	// A link anywhere may have waited for one of these.
	const links = Object.values(now.links)
		.map(({ href }) => href)
		.join(' ')
	const last = now.tokens.length - 1
	return now.tokens.map((token, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: text grows at its end; what stands before keeps its place
		<Drawn key={index} token={token} links={links} growing={streaming && index === last} />
	))
}
