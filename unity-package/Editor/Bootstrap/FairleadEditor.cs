#nullable enable
using System;
using Fairlead.Editor.Scenes;
using UnityEditor;
using UnityEngine;
#if FAIRLEAD_TEST_FRAMEWORK
using Fairlead.Editor.Testing;
#endif

namespace Fairlead.Editor.Bootstrap
{
    /// <summary>The package in this domain: starts with it and ends before it goes.</summary>
    [InitializeOnLoad]
    internal static class FairleadEditor
    {
        /// <summary>Set to 1, the package also works in an editor that runs in batch mode.</summary>
        private const string BatchModeVariable = "FAIRLEAD_BATCHMODE";

        private const string PausedKey = "Fairlead.Paused";

        static FairleadEditor()
        {
            if (!IsForPeople()) return;
            AssemblyReloadEvents.beforeAssemblyReload += BeforeReload;
            EditorApplication.quitting += Quit;
            SceneFiles.Listen();
#if FAIRLEAD_TEST_FRAMEWORK
            TestWatch.Listen();
#endif
            if (!IsPaused) Start();
        }

        /// <summary>Raised after <see cref="Bridge"/> changed. Main thread.</summary>
        internal static event Action Changed = () => { };

        /// <summary>The running bridge; null while remote control is paused, and in editors that take none.</summary>
        internal static EditorBridge? Bridge { get; private set; }

        /// <summary>Whether the user paused remote control; lasts until the editor ends or they resume.</summary>
        internal static bool IsPaused => SessionState.GetBool(PausedKey, false);

        /// <summary>Closes the connection and stays away, over reloads too. Main thread.</summary>
        internal static void Pause()
        {
            SessionState.SetBool(PausedKey, true);
            Quit();
        }

        /// <summary>Dials again. Main thread.</summary>
        internal static void Resume()
        {
            SessionState.EraseBool(PausedKey);
            Start();
        }

        /// <summary>Import workers and build servers are Unity processes too, but not a user's editor.</summary>
        internal static bool IsForPeople() =>
            !AssetDatabase.IsAssetImportWorkerProcess()
            && (!Application.isBatchMode || Environment.GetEnvironmentVariable(BatchModeVariable) == "1");

        private static void Start()
        {
            if (Bridge != null) return;
            Bridge = EditorBridge.Start();
            Changed();
        }

        private static void BeforeReload()
        {
            Bridge?.LeaveForReload();
            Bridge = null;
        }

        private static void Quit()
        {
            if (Bridge == null) return;
            Bridge.Dispose();
            Bridge = null;
            Changed();
        }
    }
}
