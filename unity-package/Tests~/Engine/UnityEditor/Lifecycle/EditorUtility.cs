#nullable enable
using System;
using UnityEngine;

namespace UnityEditor
{
    public partial class EditorUtility
    {
        public static bool scriptCompilationFailed => ScriptCompilation.Failed;

        public static bool DisplayDialog(string title, string message, string ok) => DisplayDialog(title, message, ok, "");

        /// <summary>Blocks the main thread until somebody closes it, as a dialog does.</summary>
        public static bool DisplayDialog(string title, string message, string ok, string cancel)
        {
            EditorLoop.MainThreadOnly(nameof(DisplayDialog));
            return Dialogs.Show(title, message) == 0;
        }

        public static int DisplayDialogComplex(string title, string message, string ok, string cancel, string alt) =>
            Dialogs.Show(title, message);

        public static void DisplayProgressBar(string title, string info, float progress)
        {
        }

        public static bool DisplayCancelableProgressBar(string title, string info, float progress) => false;

        public static void ClearProgressBar()
        {
        }

        public static void RequestScriptReload() => ScriptCompilation.RequestReload();
    }

    /// <summary>Shows dialogs: a headless editor has no window, so its host says what is pressed.</summary>
    internal static class Dialogs
    {
        /// <summary>Blocks until the dialog is closed; returns the index of the button.</summary>
        internal static Func<string, string, int> Show { get; set; } = (_, _) => 0;
    }
}
