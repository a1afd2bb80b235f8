/** The warriors of this browser, one of them open. */

import { visible } from '@fairlead/protocol/view/visible'
import { AlignLeft, Download, Plus, Trash2, Upload } from 'lucide-react'
import { type ChangeEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty, Note } from '../../../ui/feedback.tsx'
import { IconButton, iconButtonClass } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { toasts } from '../../../ui/overlays/toasts.ts'
import { saveFile } from '../../../ui/save-file.ts'
import type { BattleSettings } from '../battle/setup.ts'
import { Engine, EngineError } from '../engine/engine.ts'
import type { Checked } from '../engine/messages.ts'
import { formatRedcode } from '../redcode/format.ts'
import {
	addWarrior,
	importFiles,
	TEMPLATES,
	useOwnWarriors,
	warriorStore,
} from '../warriors/use-warriors.ts'
import { fileNameOf } from '../warriors/warrior-name.ts'
import type { OwnWarrior } from '../warriors/warrior-store.ts'
import { CodeEditor, type CodeEditorHandle } from './code-editor.tsx'
import { WarriorTabs } from './warrior-tabs.tsx'

export function EditorPane(props: {
	readonly settings: BattleSettings
	/** The id of the warrior to be open; null, or one that is gone: the first. */
	readonly chosen: string | null
	readonly onChoose: (id: string) => void
}) {
	const { warriors, problem } = useOwnWarriors()
	const { chosen, onChoose } = props
	const [failed, setFailed] = useState<readonly string[]>([])
	const files = useRef<HTMLInputElement>(null)
	const open = warriors.find(({ id }) => id === chosen) ?? warriors[0]
	const add = (source: string) => {
		const id = addWarrior(source)
		if (id !== null) onChoose(id)
	}
	const onFiles = async (event: ChangeEvent<HTMLInputElement>) => {
		const input = event.currentTarget
		const { added, problems } = await importFiles([...(input.files ?? [])])
		// So that the same file can be chosen again.
		input.value = ''
		setFailed(problems)
		if (added !== null) onChoose(added)
	}
	const remove = ({ id, source, name, madeAt }: OwnWarrior) => {
		warriorStore.remove(id)
		toasts.add({
			title: `Removed ${visible(name)}`,
			actionProps: {
				children: 'Undo',
				onClick: () => void (warriorStore.put(id, source, madeAt) && onChoose(id)),
			},
		})
	}
	const menu = (look: 'icon' | 'button') => (
		<Menu
			align="start"
			trigger={
				look === 'icon' ? (
					<button
						type="button"
						aria-label="New warrior"
						title="New warrior"
						className={iconButtonClass()}
					>
						<Plus />
					</button>
				) : (
					<Button look="primary">
						<Plus /> New warrior
					</Button>
				)
			}
		>
			{TEMPLATES.map(({ name, kind, source }) => (
				<MenuItem key={name} onSelect={() => add(source)}>
					{name} <span className="text-muted">· {kind}</span>
				</MenuItem>
			))}
		</Menu>
	)
	return (
		<section aria-label="Source" className="flex min-h-0 min-w-0 flex-1 flex-col bg-bg">
			<input
				ref={files}
				type="file"
				multiple
				accept=".red,.txt,text/plain"
				aria-label="Redcode files to import"
				className="hidden"
				onChange={(event) => void onFiles(event)}
			/>
			<div className="core-bar gap-1 px-2">
				<WarriorTabs warriors={warriors} open={open?.id ?? null} onOpen={onChoose} />
				{warriors.length > 0 && menu('icon')}
				<IconButton label="Import files" onClick={() => files.current?.click()}>
					<Upload />
				</IconButton>
			</div>
			{problem !== null && <Note level="error" title={problem} className="m-2 shrink-0" />}
			{failed.length > 0 && (
				<Note
					level="warning"
					title={failed.length === 1 ? failed[0] : `${failed.length} files were not added`}
					className="m-2 shrink-0"
					action={
						<Button look="quiet" onClick={() => setFailed([])}>
							Close
						</Button>
					}
				>
					{failed.length > 1 && failed.join(' ')}
				</Note>
			)}
			{open ? (
				<OpenWarrior
					key={open.id}
					warrior={open}
					settings={props.settings}
					onRemove={() => remove(open)}
				/>
			) : (
				<div className="flex flex-1 items-center justify-center">
					<Empty title="No warriors of your own yet" action={menu('button')}>
						Begin with a template, or import .red files. Warriors are kept in this browser only.
					</Empty>
				</div>
			)}
		</section>
	)
}

function OpenWarrior(props: {
	readonly warrior: OwnWarrior
	readonly settings: BattleSettings
	readonly onRemove: () => void
}) {
	const { warrior, settings } = props
	const editor = useRef<CodeEditorHandle>(null)
	const [state, setState] = useState<Checked | EngineError | null>(null)
	const engine = useMemo(() => new Engine(), [])
	useEffect(() => () => engine.close(), [engine])
	const check = async (source: string): Promise<Checked> => {
		try {
			const checked = await engine.ask('check', { source, settings })
			setState(checked)
			return checked
		} catch (error) {
			if (error instanceof EngineError && error.kind !== 'closed') setState(error)
			throw error
		}
	}
	return (
		<>
			<CodeEditor
				ref={editor}
				label={`Source of ${visible(warrior.name)}`}
				source={warrior.source}
				check={check}
				checkedFor={settings}
				onChange={(source) => warriorStore.put(warrior.id, source, warrior.madeAt)}
			/>
			<div className="flex min-h-11 shrink-0 items-center gap-1 border-t border-edge px-2">
				<output className="tabular min-w-0 flex-1 truncate px-1 text-line text-muted">
					<CheckLine state={state} settings={settings} />
				</output>
				<IconButton
					label="Format: align the columns"
					onClick={() => editor.current?.replace(formatRedcode(warrior.source))}
				>
					<AlignLeft />
				</IconButton>
				<IconButton
					label="Export as a file"
					onClick={() =>
						saveFile(fileNameOf(warrior.source), new Blob([warrior.source], { type: 'text/plain' }))
					}
				>
					<Download />
				</IconButton>
				<IconButton label={`Remove ${visible(warrior.name)}`} onClick={props.onRemove}>
					<Trash2 />
				</IconButton>
			</div>
		</>
	)
}

function CheckLine(props: {
	readonly state: Checked | EngineError | null
	readonly settings: BattleSettings
}) {
	const { state, settings } = props
	if (state === null) return null
	if (state instanceof Error) return <span className="text-danger">{state.message}</span>
	const [error] = state.errors
	const warned = state.warnings.length
	if (error) {
		return (
			<span className="text-danger" title={error.message}>
				{state.errors.length === 1 ? '1 error' : `${state.errors.length} errors`}: line {error.line}
				, {error.message}
			</span>
		)
	}
	return (
		<>
			{state.length} of {settings.maxLength.toLocaleString()} instructions
			{warned > 0 && `, ${warned === 1 ? '1 warning' : `${warned} warnings`}`}
		</>
	)
}
