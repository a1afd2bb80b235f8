#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Objects
{
    /// <summary>Adding and removing components; what Unity would answer with a dialog or a line in the console is an error here.</summary>
    internal static class ComponentChanges
    {
        /// <summary>A type of com.unity.ugui.</summary>
        private const string Graphic = "UnityEngine.UI.Graphic";

        /// <summary>Unity's own types say it in native code; these are the ones that people add twice.</summary>
        private static readonly string[] OncePerObject =
        {
            "UnityEngine.Rigidbody", "UnityEngine.Rigidbody2D", "UnityEngine.Camera", "UnityEngine.Light", "UnityEngine.MeshFilter",
            "UnityEngine.AudioListener", "UnityEngine.Animator", "UnityEngine.Canvas", "UnityEngine.RectTransform",
        };

        /// <summary>With what it requires. Recorded in Undo.</summary>
        /// <exception cref="ToolFault"><c>already_exists</c>, <c>invalid_arguments</c>.</exception>
        internal static Component Add(GameObject obj, Type type)
        {
            if (type == typeof(Transform)) throw new ToolFault(CallErrorCode.AlreadyExists, "Every object has exactly one Transform.");
            if (Single(type) is { } single && obj.GetComponent(single) != null)
                throw new ToolFault(
                    CallErrorCode.AlreadyExists,
                    $"\"{obj.name}\" already has a {type.Name}; it can have only one.",
                    "Change the existing one with modify or configure.");
            // Unity would say so in a dialog, which blocks everything.
            if (Rival(obj, type) is { } rival && (IsOtherPhysics(type, rival.GetType()) || UnityTypes.IsA(type, Graphic)))
                throw Conflict(obj, type, rival);
            var added = ObjectFactory.AddComponent(obj, type);
            if (added != null) return added;
            throw Conflict(obj, type, Rival(obj, type));
        }

        /// <summary>Unity only reports a failure: the reason is guessed from its known rules.</summary>
        private static Component? Rival(GameObject obj, Type type)
        {
            foreach (var component in obj.GetComponents<Component>())
                if (component != null && (IsSameKind(type, component.GetType()) || IsOtherPhysics(type, component.GetType())))
                    return component;
            return null;
        }

        private static ToolFault Conflict(GameObject obj, Type type, Component? rival) =>
            new ToolFault(
                CallErrorCode.InvalidArguments,
                rival == null
                    ? $"Unity refused to add a {type.Name} to \"{obj.name}\"."
                    : $"A {type.Name} cannot be added to \"{obj.name}\": it conflicts with its {rival.GetType().Name}.",
                rival == null ? "Read the console: it says why." : $"Remove the {rival.GetType().Name} first, or use another object.");

        private static bool IsSameKind(Type type, Type other) =>
            (typeof(Renderer).IsAssignableFrom(type) && typeof(Renderer).IsAssignableFrom(other))
            || (UnityTypes.IsA(type, Graphic) && UnityTypes.IsA(other, Graphic));

        private static bool IsOtherPhysics(Type type, Type other) =>
            Dimensions(type) is { } mine && Dimensions(other) is { } theirs && mine != theirs;

        private static int? Dimensions(Type type) =>
            UnityTypes.IsA(type, "UnityEngine.Rigidbody2D", "UnityEngine.Collider2D", "UnityEngine.Joint2D") ? 2
            : UnityTypes.IsA(type, "UnityEngine.Rigidbody", "UnityEngine.Collider", "UnityEngine.Joint", "UnityEngine.ConstantForce") ? 3
            : (int?)null;

        private static Type? Single(Type type)
        {
            for (var at = type; at != null && at != typeof(Component); at = at.BaseType)
                if (at.IsDefined(typeof(DisallowMultipleComponent), false)) return at;
            if (UnityTypes.FindBase(type, OncePerObject) is { } single) return single;
            return typeof(Renderer).IsAssignableFrom(type) ? type : null;
        }

        /// <summary>Recorded in Undo.</summary>
        /// <exception cref="ToolFault"><c>invalid_arguments</c>: it is the Transform, or another needs it.</exception>
        internal static void Remove(Component component)
        {
            var obj = component.gameObject;
            var name = component.GetType().Name;
            if (component is Transform)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, $"The {name} of \"{obj.name}\" cannot be removed.",
                        "Every object has one; destroy the object instead.");
            foreach (var other in obj.GetComponents<Component>())
            {
                if (other == null || other == component || !Requires(other.GetType(), component, obj)) continue;
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"The {name} cannot be removed: {other.GetType().Name} depends on it.",
                    $"Remove the {other.GetType().Name} first.");
            }
            Undo.DestroyObjectImmediate(component);
        }

        private static bool Requires(Type type, Component component, GameObject obj)
        {
            foreach (var attribute in type.GetCustomAttributes<RequireComponent>(true))
                foreach (var required in new[] { attribute.m_Type0, attribute.m_Type1, attribute.m_Type2 })
                    if (required != null && required.IsInstanceOfType(component) && obj.GetComponents(required).Length == 1) return true;
            return false;
        }

        /// <summary>The result of every change to a component.</summary>
        internal static JObject Head(GameObject obj, Component component) => new JObject
        {
            ["componentId"] = ObjectIds.Of(component),
            ["componentType"] = component.GetType().Name,
            ["gameObjectId"] = ObjectIds.Of(obj),
            ["gameObjectName"] = obj.name,
        };
    }
}
