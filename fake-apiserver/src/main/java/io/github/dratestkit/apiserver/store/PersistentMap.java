package io.github.dratestkit.apiserver.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A sorted map that never changes: every change gives a new map, which shares all but a path of
 * nodes with the old one. It is what makes snapshots, forks and lists at an old version free.
 *
 * <p>An AVL tree: reading and changing take logarithmic time, iterating takes linear time.
 */
final class PersistentMap<V> {

  private static final PersistentMap<?> EMPTY = new PersistentMap<>(null);

  private final @Nullable Node<V> root;

  private PersistentMap(@Nullable Node<V> root) {
    this.root = root;
  }

  @SuppressWarnings("unchecked")
  static <V> PersistentMap<V> empty() {
    return (PersistentMap<V>) EMPTY;
  }

  int size() {
    return Node.size(root);
  }

  @Nullable V get(String key) {
    Node<V> node = root;
    while (node != null) {
      int order = key.compareTo(node.key);
      if (order == 0) {
        return node.value;
      }
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  PersistentMap<V> with(String key, V value) {
    return new PersistentMap<>(Node.put(root, key, value));
  }

  PersistentMap<V> without(String key) {
    return get(key) == null ? this : new PersistentMap<>(Node.remove(root, key));
  }

  /** Returns how many keys are at or after {@code start}. */
  int sizeFrom(String start) {
    int size = 0;
    Node<V> node = root;
    while (node != null) {
      if (start.compareTo(node.key) <= 0) {
        size += 1 + Node.size(node.right);
        node = node.left;
      } else {
        node = node.right;
      }
    }
    return size;
  }

  /** Returns the values whose keys are at or after {@code start}, in order. */
  Iterable<V> from(String start) {
    return () -> new Ascending<>(root, start);
  }

  private static final class Ascending<V> implements Iterator<V> {

    private final Deque<Node<V>> path = new ArrayDeque<>();

    Ascending(@Nullable Node<V> root, String start) {
      Node<V> node = root;
      while (node != null) {
        if (start.compareTo(node.key) <= 0) {
          path.push(node);
          node = node.left;
        } else {
          node = node.right;
        }
      }
    }

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public V next() {
      Node<V> node = path.poll();
      if (node == null) {
        throw new NoSuchElementException();
      }
      for (Node<V> below = node.right; below != null; below = below.left) {
        path.push(below);
      }
      return node.value;
    }
  }

  private static final class Node<V> {

    private final String key;
    private final V value;
    private final @Nullable Node<V> left;
    private final @Nullable Node<V> right;
    private final int height;
    private final int size;

    Node(String key, V value, @Nullable Node<V> left, @Nullable Node<V> right) {
      this.key = key;
      this.value = value;
      this.left = left;
      this.right = right;
      this.height = 1 + Math.max(height(left), height(right));
      this.size = 1 + size(left) + size(right);
    }

    static int height(@Nullable Node<?> node) {
      return node == null ? 0 : node.height;
    }

    static int size(@Nullable Node<?> node) {
      return node == null ? 0 : node.size;
    }

    static <V> Node<V> put(@Nullable Node<V> node, String key, V value) {
      if (node == null) {
        return new Node<>(key, value, null, null);
      }
      int order = key.compareTo(node.key);
      if (order == 0) {
        return new Node<>(key, value, node.left, node.right);
      }
      return order < 0
          ? balanced(node, put(node.left, key, value), node.right)
          : balanced(node, node.left, put(node.right, key, value));
    }

    static <V> @Nullable Node<V> remove(@Nullable Node<V> node, String key) {
      if (node == null) {
        return null;
      }
      int order = key.compareTo(node.key);
      if (order < 0) {
        return balanced(node, remove(node.left, key), node.right);
      }
      if (order > 0) {
        return balanced(node, node.left, remove(node.right, key));
      }
      if (node.left == null || node.right == null) {
        return node.left == null ? node.right : node.left;
      }
      Node<V> successor = node.right;
      while (successor.left != null) {
        successor = successor.left;
      }
      return balanced(successor, node.left, remove(node.right, successor.key));
    }

    private static <V> Node<V> balanced(
        Node<V> middle, @Nullable Node<V> left, @Nullable Node<V> right) {
      if (left != null && left.height > height(right) + 1) {
        return rotateRight(middle, left, right);
      }
      if (right != null && right.height > height(left) + 1) {
        return rotateLeft(middle, left, right);
      }
      return new Node<>(middle.key, middle.value, left, right);
    }

    private static <V> Node<V> rotateRight(Node<V> middle, Node<V> left, @Nullable Node<V> right) {
      Node<V> inner = left.right;
      if (inner != null && inner.height > height(left.left)) {
        return new Node<>(
            inner.key,
            inner.value,
            new Node<>(left.key, left.value, left.left, inner.left),
            new Node<>(middle.key, middle.value, inner.right, right));
      }
      return new Node<>(
          left.key, left.value, left.left, new Node<>(middle.key, middle.value, inner, right));
    }

    private static <V> Node<V> rotateLeft(Node<V> middle, @Nullable Node<V> left, Node<V> right) {
      Node<V> inner = right.left;
      if (inner != null && inner.height > height(right.right)) {
        return new Node<>(
            inner.key,
            inner.value,
            new Node<>(middle.key, middle.value, left, inner.left),
            new Node<>(right.key, right.value, inner.right, right.right));
      }
      return new Node<>(
          right.key, right.value, new Node<>(middle.key, middle.value, left, inner), right.right);
    }
  }
}
