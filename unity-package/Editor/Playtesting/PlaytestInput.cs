#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Fairlead.Core;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Playtesting
{
    /// <summary>
    /// Sends input through the Input System package, which a project has or has not: by reflection, as its own test
    /// fixture does it. Each event waits for the next frame. The old Input Manager takes no events from code.
    /// </summary>
    internal sealed class PlaytestInput
    {
        private const string Space = "UnityEngine.InputSystem.";

        private readonly Assembly package;
        private readonly Type system;
        private readonly List<(PropertyInfo Property, object Settings, object Before)> changed = new List<(PropertyInfo, object, object)>();
        private readonly HashSet<string> held = new HashSet<string>();

        private PlaytestInput(Assembly package)
        {
            this.package = package;
            system = Type(Space + "InputSystem");
        }

        /// <exception cref="ToolFault">This project has no Input System.</exception>
        internal static PlaytestInput Open()
        {
            Assembly package;
            try
            {
                package = Assembly.Load("Unity.InputSystem");
            }
            catch (System.IO.IOException)
            {
                throw new ToolFault(
                    CallErrorCode.Unsupported,
                    "This project has no Input System package, and the old Input Manager does not accept input from code.",
                    "Add com.unity.inputsystem with unity_packages and read input through it, or leave out press and input.");
            }
            var defines = EditorUserBuildSettings.activeScriptCompilationDefines;
            if (defines.Contains("ENABLE_LEGACY_INPUT_MANAGER") && !defines.Contains("ENABLE_INPUT_SYSTEM"))
                throw new ToolFault(
                    CallErrorCode.Unsupported,
                    "The project reads input through the old Input Manager, which does not accept input from code.",
                    "Add com.unity.inputsystem with unity_packages, set Active Input Handling in the Player settings to it (or Both) and "
                    + "read input through it, or leave out press and input.");
            var input = new PlaytestInput(package);
            input.TakeWithoutFocus();
            return input;
        }

        /// <summary>The value that the control has from the next frame on.</summary>
        /// <exception cref="ToolFault">There is no such control, or it does not accept such a value.</exception>
        internal void Send(string path, float[] value)
        {
            var control = Find(path);
            var type = (Type)Get(control, "valueType")!;
            object sent;
            if (type == typeof(float) && value.Length == 1) sent = value[0];
            else if (type == typeof(Vector2) && value.Length == 2) sent = new Vector2(value[0], value[1]);
            else
            {
                var what = type == typeof(float) ? "one number"
                    : type == typeof(Vector2) ? "two numbers"
                    : $"a {type.Name}, which cannot be sent";
                throw new ToolFault(CallErrorCode.InvalidArguments, $"{path} takes {what}.");
            }
            try
            {
                Queue(control, sent);
            }
            catch (TargetInvocationException e)
            {
                throw new ToolFault(CallErrorCode.Unsupported, $"The Input System rejected {path}: {e.InnerException?.Message}");
            }
            if (value.All(number => number == 0f)) held.Remove(path);
            else held.Add(path);
        }

        /// <summary>Lets go of everything, and leaves the package's settings as they were.</summary>
        internal void Close()
        {
            foreach (var path in held.ToList())
                Send(path, (Type)Get(Find(path), "valueType")! == typeof(Vector2) ? new[] { 0f, 0f } : new[] { 0f });
            foreach (var (property, settings, before) in changed) property.SetValue(settings, before);
            changed.Clear();
        }

        /// <summary>Input must reach the game even while the user works in another window.</summary>
        private void TakeWithoutFocus()
        {
            var settings = system.GetProperty("settings")?.GetValue(null);
            if (settings == null) return;
            Change(settings, "editorInputBehaviorInPlayMode", "AllDeviceInputAlwaysGoesToGameView");
            Change(settings, "backgroundBehavior", "IgnoreFocus");
        }

        private void Change(object settings, string name, string value)
        {
            var property = settings.GetType().GetProperty(name);
            // Older versions lack one of them.
            if (property == null || !Enum.IsDefined(property.PropertyType, value)) return;
            changed.Add((property, settings, property.GetValue(settings)!));
            property.SetValue(settings, Enum.Parse(property.PropertyType, value));
        }

        /// <summary><c>&lt;Keyboard&gt;/space</c>: a device that is not there is made.</summary>
        private object Find(string path)
        {
            var end = path.IndexOf(">/", StringComparison.Ordinal);
            if (!path.StartsWith("<", StringComparison.Ordinal) || end < 0)
                throw new ToolFault(CallErrorCode.InvalidArguments, $"\"{path}\" is not a control.",
                    "Write a layout and a control: <Keyboard>/space, <Gamepad>/leftStick, <Mouse>/leftButton.");
            var layout = path.Substring(1, end - 1);
            var device = Device(layout) ?? throw new ToolFault(CallErrorCode.NotFound, $"The Input System has no device \"{layout}\".",
                "E.g. <Keyboard>, <Mouse>, <Gamepad>, <Touchscreen>.");
            var found = Method(device.GetType(), "TryGetChildControl", typeof(string))
                .Invoke(device, new object[] { path.Substring(end + 2) });
            return found ?? throw new ToolFault(CallErrorCode.NotFound, $"{layout} has no control \"{path.Substring(end + 2)}\".",
                "E.g. <Keyboard>/w, <Keyboard>/leftArrow, <Gamepad>/buttonSouth.");
        }

        private object? Device(string layout)
        {
            try
            {
                return package.GetType(Space + layout)?.GetProperty("current", BindingFlags.Static | BindingFlags.Public)?.GetValue(null)
                    ?? Method(system, "AddDevice", typeof(string), typeof(string), typeof(string))
                        .Invoke(null, new object?[] { layout, null, null });
            }
            catch (TargetInvocationException)
            {
                return null;
            }
        }

        /// <summary>An event that changes this control only.</summary>
        private void Queue(object control, object value)
        {
            var pointer = Type(Space + "LowLevel.InputEventPtr");
            var from = Method(Type(Space + "LowLevel.DeltaStateEvent"), "From", Type(Space + "InputControl"), pointer.MakeByRefType(),
                null);
            var arguments = from.GetParameters().Select(parameter => parameter.HasDefaultValue ? parameter.DefaultValue : null).ToArray();
            arguments[0] = control;
            var buffer = from.Invoke(null, arguments);
            try
            {
                var write = Type(Space + "InputControlExtensions").GetMethods().First(method =>
                    method.Name == "WriteValueIntoEvent" && method.IsGenericMethodDefinition && method.GetGenericArguments().Length == 1
                    && method.GetParameters() is { Length: 3 } parameters && parameters[2].ParameterType == pointer
                        && parameters[1].ParameterType.IsGenericParameter);
                write.MakeGenericMethod(value.GetType()).Invoke(null, new[] { control, value, arguments[1] });
                Method(system, "QueueEvent", pointer).Invoke(null, new[] { arguments[1] });
            }
            finally
            {
                (buffer as IDisposable)?.Dispose();
            }
        }

        private static object? Get(object target, string property) => target.GetType().GetProperty(property)!.GetValue(target);

        /// <summary>The non-generic one of several with the same parameters; null matches any.</summary>
        private static MethodInfo Method(Type type, string name, params Type?[] parameters) =>
            type.GetMethods().FirstOrDefault(method =>
                method.Name == name && !method.IsGenericMethod && method.GetParameters() is { } declared
                    && declared.Length == parameters.Length
                && declared.Zip(parameters, (one, wanted) => wanted == null || one.ParameterType == wanted).All(same => same))
            ?? throw Unknown($"{type.Name}.{name}");

        private static ToolFault Unknown(string name) =>
            new ToolFault(CallErrorCode.Unsupported, $"This version of the Input System has no {name} that Fairlead knows.",
                "Leave out press and input.");

        private Type Type(string name) =>
            package.GetType(name) ?? throw Unknown(name);
    }
}
