export { MAX_PERMISSION_CHARS } from './agent-permission.ts'
export { MAX_LISTED, TRACED_STEPS } from './corewar/engine.ts'
export * from './custom-tools.ts'
export * from './define-tool.ts'
export { SUB_AGENT } from './delegate.ts'
export { mayBeFolder } from './deletions.ts'
export * from './effects.ts'
export { readsSecrets } from './execute-reason.ts'
export { FilePreviewItem, FileResultItem } from './file-history.ts'
export { MAX_FILE_BYTES } from './files.ts'
export { MAX_DIFF_TEXT, MAX_STATUS_ENTRIES } from './git.ts'
export { objectInLine } from './hierarchy-lines.ts'
export * from './likeness.ts'
export { LOADED_SKILL } from './load-skill.ts'
export * from './model-schema.ts'
export { OWN_FILES, OWN_FOLDER } from './own-files.ts'
export * from './permissions.ts'
export * from './registry.ts'
export * from './result-text.ts'
export {
	MAX_OUTPUT_BYTES,
	OUTPUT_HEAD,
	OUTPUT_PAGE,
	OUTPUT_TAIL,
} from './run-command.ts'
export { runsCodeLater } from './runs-code-later.ts'
export { MAX_COUNTED_MATCHES, MAX_SHOWN_LINE } from './search-files.ts'
export { holdsSecrets, isLog } from './secret-files.ts'
export { agentOffer, catalogue, findTools, type WantedTools } from './tool-search.ts'
export { undoName } from './undo-name.ts'
export {
	MAX_REFERRING_FILES,
	MAX_SHOWN_LEFT,
	MAX_SHOWN_OBJECTS,
} from './unity-asset-references.ts'
export { BATCH_ASSET_ACTIONS, BATCH_TOOLS } from './unity-batch.ts'
export { MAX_REGIONS } from './unity-capture.ts'
export { MAX_KEPT_OBJECTS } from './unity-compare.ts'
export { MAX_MATCHES, MAX_SHOWN_MATCHES } from './unity-component.ts'
export { PrimitiveType, UiType } from './unity-hierarchy.ts'
export { HistoryState, RecordState } from './unity-history.ts'
export { MAX_PROBLEMS } from './unity-play.ts'
export type { PlaytestStep } from './unity-playtest.ts'
export { MAX_SAMPLED_SECONDS } from './unity-sample.ts'
export { unknownTool } from './unknown-tool.ts'
export * from './values.ts'
export { MAX_FOUND_PAGES, MAX_SEARCHES_PER_RUN } from './web-search.ts'
export {
	closedAsOwn,
	closedPlace,
	leadsElsewhere,
	placesOf,
	refusedPlace,
} from './written-path.ts'
