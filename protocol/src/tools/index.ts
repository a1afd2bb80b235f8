export * from './custom-tools.ts'
export * from './define-tool.ts'
export * from './effects.ts'
export { FilePreviewItem, FileResultItem } from './file-history.ts'
export { MAX_FILE_BYTES } from './files.ts'
export * from './model-schema.ts'
export * from './permissions.ts'
export * from './registry.ts'
export * from './result-text.ts'
export {
	MAX_OUTPUT_BYTES,
	OUTPUT_HEAD,
	OUTPUT_PAGE,
	OUTPUT_TAIL,
} from './run-command.ts'
export { MAX_COUNTED_MATCHES, MAX_SHOWN_LINE } from './search-files.ts'
export { holdsSecrets } from './secret-files.ts'
export { findTools } from './tool-search.ts'
export { undoName } from './undo-name.ts'
export { BATCH_ASSET_ACTIONS, BATCH_TOOLS } from './unity-batch.ts'
export { MAX_REGIONS } from './unity-capture.ts'
export { MAX_KEPT_OBJECTS } from './unity-compare.ts'
export { MAX_MATCHES, MAX_SHOWN_MATCHES } from './unity-component.ts'
export { PrimitiveType } from './unity-hierarchy.ts'
export { HistoryState, RecordState } from './unity-history.ts'
export { MAX_PROBLEMS } from './unity-play.ts'
export type { PlaytestStep } from './unity-playtest.ts'
export { MAX_SAMPLED_SECONDS } from './unity-sample.ts'
export * from './values.ts'
