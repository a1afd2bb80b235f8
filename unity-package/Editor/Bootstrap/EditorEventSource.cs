#nullable enable
using System;
using Fairlead.Core;
using Fairlead.Editor.Compilation;
using Fairlead.Editor.Scenes;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Bootstrap
{
    /// <summary>Unity's events, passed to the core: phases, changes, console lines.</summary>
    internal sealed class EditorEventSource : IDisposable
    {
        private readonly EditorCore core;
        private bool mayHaveOpened = true;

        internal EditorEventSource(EditorCore core)
        {
            this.core = core;
            Application.logMessageReceivedThreaded += Logged;
            EditorApplication.playModeStateChanged += PlayModeChanged;
            EditorApplication.hierarchyChanged += HierarchyChanged;
            EditorApplication.projectChanged += ProjectChanged;
            Selection.selectionChanged += SelectionChanged;
            Undo.undoRedoPerformed += UndoRedoPerformed;
            EditorSceneManager.sceneOpened += SceneOpened;
            EditorSceneManager.sceneClosed += SceneChanged;
            EditorSceneManager.sceneSaved += SceneChanged;
            EditorSceneManager.sceneDirtied += SceneChanged;
            EditorSceneManager.activeSceneChangedInEditMode += ActiveSceneChanged;
            PrefabStage.prefabStageOpened += StageChanged;
            PrefabStage.prefabStageClosing += StageChanged;
            Poll();
        }

        /// <summary>Polls what has no event, or a late one. Allocates nothing while nothing changes.</summary>
        internal void Poll()
        {
            core.Phases.SetImporting(EditorApplication.isUpdating);
            core.Phases.SetPlaying(EditorApplication.isPlaying);
            core.Phases.SetPaused(EditorApplication.isPaused);
            core.Phases.SetTicksExpected(EditorApplication.isFocused);
            if (!mayHaveOpened) return;
            mayHaveOpened = false;
            core.SetOpenFiles(SceneFacts.OpenFiles());
        }

        /// <summary>Listens no more.</summary>
        public void Dispose()
        {
            Application.logMessageReceivedThreaded -= Logged;
            EditorApplication.playModeStateChanged -= PlayModeChanged;
            EditorApplication.hierarchyChanged -= HierarchyChanged;
            EditorApplication.projectChanged -= ProjectChanged;
            Selection.selectionChanged -= SelectionChanged;
            Undo.undoRedoPerformed -= UndoRedoPerformed;
            EditorSceneManager.sceneOpened -= SceneOpened;
            EditorSceneManager.sceneClosed -= SceneChanged;
            EditorSceneManager.sceneSaved -= SceneChanged;
            EditorSceneManager.sceneDirtied -= SceneChanged;
            EditorSceneManager.activeSceneChangedInEditMode -= ActiveSceneChanged;
            PrefabStage.prefabStageOpened -= StageChanged;
            PrefabStage.prefabStageClosing -= StageChanged;
        }

        /// <summary>Any thread.</summary>
        private void Logged(string condition, string stackTrace, LogType type)
        {
            // The compile's own report has them, whole and once.
            if (CompileLine.IsOne(condition)) return;
            core.Console.Add(KindOf(type), condition, stackTrace);
            core.Changed(ChangeScopes.Console);
        }

        private void PlayModeChanged(PlayModeStateChange change)
        {
            if (change == PlayModeStateChange.EnteredPlayMode) core.Phases.SetPlaying(true);
            if (change == PlayModeStateChange.EnteredEditMode) core.Phases.SetPlaying(false);
            core.Changed(ChangeScopes.Play | ChangeScopes.Hierarchy);
        }

        private void HierarchyChanged()
        {
            mayHaveOpened = true;
            core.Changed(ChangeScopes.Hierarchy);
        }

        /// <summary>A file that is open may have been moved.</summary>
        private void ProjectChanged()
        {
            mayHaveOpened = true;
            core.Changed(ChangeScopes.Assets);
        }

        private void StageChanged(PrefabStage stage)
        {
            mayHaveOpened = true;
            core.Changed(ChangeScopes.Hierarchy);
        }

        private void SelectionChanged() => core.Changed(ChangeScopes.Selection);

        private void UndoRedoPerformed() => core.Changed(ChangeScopes.Hierarchy | ChangeScopes.Scene);

        private void SceneOpened(Scene scene, OpenSceneMode mode) => SceneChanged(scene);

        private void ActiveSceneChanged(Scene before, Scene now) => SceneChanged(now);

        private void SceneChanged(Scene scene)
        {
            mayHaveOpened = true;
            core.Changed(ChangeScopes.Scene | ChangeScopes.Hierarchy);
        }

        private static LogKind KindOf(LogType type) =>
            type switch
            {
                LogType.Error => LogKind.Error,
                LogType.Assert => LogKind.Assert,
                LogType.Warning => LogKind.Warning,
                LogType.Log => LogKind.Log,
                LogType.Exception => LogKind.Exception,
                _ => LogKind.Log,
            };
    }
}
