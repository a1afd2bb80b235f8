using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    /// <summary>
    /// Marks engine types of which an object may have one only, as a set: MeshRenderer and SpriteRenderer exclude each other.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class)]
    internal sealed class ExclusiveAttribute : Attribute
    {
        internal ExclusiveAttribute(string set) => Set = set;
        internal string Set { get; }
    }

    /// <summary>Physics of 3D and of 2D do not go together on one object.</summary>
    [AttributeUsage(AttributeTargets.Class)]
    internal sealed class PhysicsAttribute : Attribute
    {
        internal PhysicsAttribute(int dimensions) => Dimensions = dimensions;
        internal int Dimensions { get; }
    }

    /// <summary>The checks that Unity makes before it adds or removes a component.</summary>
    internal static class ComponentRules
    {
        /// <summary>Returns null if it may be added.</summary>
        internal static string Refusal(GameObject obj, Type type)
        {
            if (type == typeof(Transform) || (type == typeof(RectTransform) && obj.transform is RectTransform))
                return $"Can't add component '{type.Name}' to {obj.name} because such a component is already added to the game object!";
            if (Single(type) is { } single
                && obj.Components.FirstOrDefault(c => c is not null && single.IsInstanceOfType(c)) is { } present)
                return $"Can't add component '{type.Name}' to {obj.name} because such a component is already added to the game object! "
                    + $"({present.GetType().Name})";
            return Rival(obj, type) is { } rival
                ? $"Can't add component '{type.Name}' to {obj.name} because it conflicts with the existing '{rival.GetType().Name}' "
                    + $"derived component!"
                : null;
        }

        /// <summary>A component that is there and that the new type cannot stand beside.</summary>
        internal static Component Rival(GameObject obj, Type type)
        {
            var set = type.GetCustomAttribute<ExclusiveAttribute>(true)?.Set;
            var physics = type.GetCustomAttribute<PhysicsAttribute>(true)?.Dimensions;
            return obj.Components.FirstOrDefault(component =>
            {
                if (component is null || component.GetType() == type && set == null) return false;
                var other = component.GetType();
                return (set != null && other.GetCustomAttribute<ExclusiveAttribute>(true)?.Set == set)
                    || (physics is { } mine && other.GetCustomAttribute<PhysicsAttribute>(true) is { } theirs && theirs.Dimensions != mine);
            });
        }

        /// <summary>The type of which there can be only one: the one that says so, or one of its bases.</summary>
        private static Type Single(Type type)
        {
            for (var at = type; at != null && at != typeof(Component); at = at.BaseType)
                if (at.IsDefined(typeof(DisallowMultipleComponent), false)) return at;
            return null;
        }

        internal static IEnumerable<Type> Required(Type type)
        {
            foreach (var attribute in type.GetCustomAttributes<RequireComponent>(true))
                foreach (var required in new[] { attribute.m_Type0, attribute.m_Type1, attribute.m_Type2 })
                    if (required != null && required != typeof(Transform)) yield return required;
        }

        /// <summary>A component that could not do without this one.</summary>
        internal static Component Dependent(Component component)
        {
            if (component.Owner is not { } owner) return null;
            foreach (var other in owner.Components)
            {
                if (other is null || other == component) continue;
                foreach (var required in Required(other.GetType()))
                    if (required.IsInstanceOfType(component)
                        && !owner.Components.Any(c => c is not null && c != component && required.IsInstanceOfType(c)))
                        return other;
            }
            return null;
        }
    }
}
