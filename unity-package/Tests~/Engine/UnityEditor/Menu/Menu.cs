#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;

namespace UnityEditor
{
    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
    public sealed class MenuItem : Attribute
    {
        public string menuItem;
        public bool validate;
        public int priority;

        public MenuItem(string itemName)
            : this(itemName, false)
        {
        }

        public MenuItem(string itemName, bool isValidateFunction)
            : this(itemName, isValidateFunction, 1000)
        {
        }

        public MenuItem(string itemName, bool isValidateFunction, int priority)
        {
            menuItem = itemName;
            validate = isValidateFunction;
            this.priority = priority;
        }
    }

    public sealed class MenuCommand
    {
        public UnityEngine.Object? context;
        public int userData;

        public MenuCommand(UnityEngine.Object? inContext)
            : this(inContext, 0)
        {
        }

        public MenuCommand(UnityEngine.Object? inContext, int inUserData)
        {
            context = inContext;
            userData = inUserData;
        }
    }

    public sealed partial class Menu
    {
        private static readonly HashSet<string> ticked = new HashSet<string>();

        private Menu()
        {
        }

        public static void SetChecked(string menuPath, bool isChecked)
        {
            if (isChecked) ticked.Add(menuPath);
            else ticked.Remove(menuPath);
        }

        public static bool GetChecked(string menuPath) => ticked.Contains(menuPath);

        public static bool GetEnabled(string menuPath) => MenuRegistry.IsEnabled(menuPath);
    }

    public static partial class Unsupported
    {
        /// <summary>The items below a menu, by their whole paths.</summary>
        public static string[] GetSubmenus(string menuPath) =>
            MenuRegistry.Paths().Where(path => path.StartsWith(menuPath + "/", StringComparison.Ordinal)).ToArray();

        /// <summary>Those of the active scene.</summary>
        public static UnityEngine.Object GetRenderSettings() =>
            UnityEngine.RenderSettings.Of(UnityEngine.SceneManagement.SceneTable.Target());

        /// <summary>The engine has no light that comes from settings.</summary>
        public static bool SetOverrideLightingSettings(UnityEngine.SceneManagement.Scene scene) => scene.IsValid();

        public static void RestoreOverrideLightingSettings()
        {
        }
    }

    /// <summary>The editor's menus: its own items, and the static methods that [MenuItem] marks.</summary>
    internal static class MenuRegistry
    {
        private const BindingFlags StaticMethods =
            BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        private static readonly Dictionary<string, BuiltIn> builtIn = new Dictionary<string, BuiltIn>(StringComparer.Ordinal);

        /// <summary>An item of the editor itself; a null <paramref name="isEnabled"/>: always.</summary>
        internal static void Add(string path, Action execute, Func<bool>? isEnabled = null) =>
            builtIn[path] = new BuiltIn(execute, isEnabled ?? (() => true));

        internal static IEnumerable<string> Paths()
        {
            BuiltInMenus.Fill();
            return builtIn.Keys.Concat(Marked().Where(m => !m.Attribute.validate).Select(m => Plain(m.Attribute.menuItem)))
                .Distinct()
                .OrderBy(path => path, StringComparer.Ordinal);
        }

        internal static bool IsEnabled(string path)
        {
            BuiltInMenus.Fill();
            if (builtIn.TryGetValue(path, out var item)) return item.IsEnabled();
            var marked = Marked().Where(m => Plain(m.Attribute.menuItem) == path).ToList();
            if (marked.All(m => m.Attribute.validate)) return false;
            return marked.Where(m => m.Attribute.validate).All(m => Call(m.Method) is not false);
        }

        /// <summary>False, and a line in the console, where there is no such item or it is disabled.</summary>
        internal static bool Execute(string path)
        {
            EditorLoop.MainThreadOnly(nameof(EditorApplication.ExecuteMenuItem));
            if (!IsEnabled(path))
            {
                EngineLog.Editor(LogType.Error, $"ExecuteMenuItem failed because there is no menu named '{path}'");
                return false;
            }
            if (builtIn.TryGetValue(path, out var item))
            {
                item.Execute();
                return true;
            }
            var (method, _) = Marked().First(m => !m.Attribute.validate && Plain(m.Attribute.menuItem) == path);
            EditorLoop.Guarded(() => Call(method));
            return true;
        }

        private static object? Call(MethodInfo method) =>
            method.Invoke(null, method.GetParameters().Length == 0 ? null : new object[] { new MenuCommand(null) });

        private static IEnumerable<(MethodInfo Method, MenuItem Attribute)> Marked() =>
            from assembly in ScriptDomain.Searched()
            from type in assembly.GetTypes()
            where !type.ContainsGenericParameters
            from method in type.GetMethods(StaticMethods)
            from attribute in method.GetCustomAttributes<MenuItem>(false)
            select (method, attribute);

        /// <summary>Without the shortcut: "Tools/Count %#k".</summary>
        private static string Plain(string itemName)
        {
            var space = itemName.LastIndexOf(' ');
            return space > 0 && space + 1 < itemName.Length
                && "%#&_^".IndexOf(itemName[space + 1]) >= 0 ? itemName.Substring(0, space) : itemName;
        }

        private sealed class BuiltIn
        {
            internal BuiltIn(Action execute, Func<bool> isEnabled)
            {
                Execute = execute;
                IsEnabled = isEnabled;
            }

            internal Action Execute { get; }

            internal Func<bool> IsEnabled { get; }
        }
    }
}
